package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.AtomSearchContract;

@Tag("whole")
@OnDevice
final class CudaAtomSearchInSequenceTest extends AtomSearchContract {
  CudaAtomSearchInSequenceTest() {
    super(TestedDevice.inBlocks(64, true));
  }
}

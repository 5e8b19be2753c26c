package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.AtomSearchContract;

@Tag("whole")
@OnDevice
final class CudaAtomSearchTest extends AtomSearchContract {
  CudaAtomSearchTest() {
    super(TestedDevice.provider());
  }
}

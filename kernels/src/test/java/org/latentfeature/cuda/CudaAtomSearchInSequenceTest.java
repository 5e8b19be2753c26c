package org.latentfeature.cuda;

import org.latentfeature.backend.contract.AtomSearchContract;

@OnDevice
final class CudaAtomSearchInSequenceTest extends AtomSearchContract {
  CudaAtomSearchInSequenceTest() {
    super(TestedDevice.inBlocks(64, true));
  }
}

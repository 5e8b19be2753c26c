package org.latentfeature.cuda;

import org.latentfeature.backend.contract.AtomSearchContract;

@OnDevice
final class CudaAtomSearchInBlocksTest extends AtomSearchContract {
  CudaAtomSearchInBlocksTest() {
    super(TestedDevice.inBlocks(64, false));
  }
}

package org.latentfeature.cuda;

import org.latentfeature.backend.contract.AtomSearchContract;

@OnDevice
final class CudaAtomSearchTest extends AtomSearchContract {
  CudaAtomSearchTest() {
    super(TestedDevice.provider());
  }
}

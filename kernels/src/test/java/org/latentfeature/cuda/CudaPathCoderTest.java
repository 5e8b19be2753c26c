package org.latentfeature.cuda;

import org.latentfeature.backend.contract.PathCoderContract;

@OnDevice
final class CudaPathCoderTest extends PathCoderContract {
  CudaPathCoderTest() {
    super(TestedDevice.provider());
  }
}

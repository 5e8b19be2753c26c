package org.latentfeature.cuda;

import org.latentfeature.backend.contract.PathExpectationContract;

@OnDevice
final class CudaPathExpectationTest extends PathExpectationContract {
  CudaPathExpectationTest() {
    super(TestedDevice.provider());
  }
}

package org.latentfeature.cuda;

import org.latentfeature.backend.contract.StopContract;

@OnDevice
final class CudaStopTest extends StopContract {
  CudaStopTest() {
    super(TestedDevice.provider());
  }
}

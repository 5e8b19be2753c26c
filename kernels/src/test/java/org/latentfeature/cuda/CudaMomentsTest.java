package org.latentfeature.cuda;

import org.latentfeature.backend.contract.MomentsContract;

@OnDevice
final class CudaMomentsTest extends MomentsContract {
  CudaMomentsTest() {
    super(TestedDevice.provider());
  }
}

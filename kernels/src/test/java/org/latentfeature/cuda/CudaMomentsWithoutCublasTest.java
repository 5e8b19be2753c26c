package org.latentfeature.cuda;

import org.latentfeature.backend.contract.MomentsContract;

@OnDevice
final class CudaMomentsWithoutCublasTest extends MomentsContract {
  CudaMomentsWithoutCublasTest() {
    super(TestedDevice.withoutCublas());
  }
}

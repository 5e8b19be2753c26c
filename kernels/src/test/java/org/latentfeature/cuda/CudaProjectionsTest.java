package org.latentfeature.cuda;

import org.latentfeature.backend.contract.ProjectionsContract;

@OnDevice
final class CudaProjectionsTest extends ProjectionsContract {
  CudaProjectionsTest() {
    super(TestedDevice.provider());
  }
}

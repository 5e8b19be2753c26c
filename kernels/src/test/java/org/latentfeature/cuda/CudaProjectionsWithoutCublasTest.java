package org.latentfeature.cuda;

import org.latentfeature.backend.contract.ProjectionsContract;

@OnDevice
final class CudaProjectionsWithoutCublasTest extends ProjectionsContract {
  CudaProjectionsWithoutCublasTest() {
    super(TestedDevice.withoutCublas());
  }
}

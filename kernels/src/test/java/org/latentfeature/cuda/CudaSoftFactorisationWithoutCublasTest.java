package org.latentfeature.cuda;

import org.latentfeature.backend.contract.SoftFactorisationContract;

@OnDevice
final class CudaSoftFactorisationWithoutCublasTest extends SoftFactorisationContract {
  CudaSoftFactorisationWithoutCublasTest() {
    super(TestedDevice.withoutCublas(), 5e-6);
  }
}

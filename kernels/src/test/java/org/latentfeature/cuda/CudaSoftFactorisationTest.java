package org.latentfeature.cuda;

import org.latentfeature.backend.contract.SoftFactorisationContract;

@OnDevice
final class CudaSoftFactorisationTest extends SoftFactorisationContract {
  CudaSoftFactorisationTest() {
    super(TestedDevice.provider(), 5e-6);
  }
}

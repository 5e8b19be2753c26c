package org.latentfeature.cuda;

import org.latentfeature.backend.contract.FactorisationContract;

@OnDevice
final class CudaFactorisationTest extends FactorisationContract {
  CudaFactorisationTest() {
    super(TestedDevice.provider());
  }
}

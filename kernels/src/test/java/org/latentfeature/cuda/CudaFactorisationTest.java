package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.FactorisationContract;

@Tag("whole")
@OnDevice
final class CudaFactorisationTest extends FactorisationContract {
  CudaFactorisationTest() {
    super(TestedDevice.provider());
  }
}

package org.latentfeature.openblas;

import org.latentfeature.backend.contract.SoftFactorisationContract;

final class OpenBlasSoftFactorisationTest extends SoftFactorisationContract {
  OpenBlasSoftFactorisationTest() {
    super(new OpenBlasProvider(), 1e-9);
  }
}

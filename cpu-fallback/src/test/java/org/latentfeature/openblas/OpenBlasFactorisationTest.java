package org.latentfeature.openblas;

import org.latentfeature.backend.contract.FactorisationContract;

final class OpenBlasFactorisationTest extends FactorisationContract {
  OpenBlasFactorisationTest() {
    super(new OpenBlasProvider());
  }
}

package org.latentfeature.openblas;

import org.latentfeature.backend.contract.FactorisationContract;
import org.latentfeature.backend.contract.SparseSource;

final class OpenBlasSparseFactorisationTest extends FactorisationContract {
  OpenBlasSparseFactorisationTest() {
    super(new SparseSource(new OpenBlasProvider()));
  }
}

package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.FactorisationContract;
import org.latentfeature.backend.contract.SparseSource;

final class SparseFactorisationTest extends FactorisationContract {
  SparseFactorisationTest() {
    super(new SparseSource(new ReferenceProvider()));
  }
}

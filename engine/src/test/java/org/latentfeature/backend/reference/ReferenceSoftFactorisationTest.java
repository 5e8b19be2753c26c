package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.SoftFactorisationContract;

final class ReferenceSoftFactorisationTest extends SoftFactorisationContract {
  ReferenceSoftFactorisationTest() {
    super(new ReferenceProvider(), 1e-9);
  }
}

package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.FactorisationContract;

final class ReferenceFactorisationTest extends FactorisationContract {
  ReferenceFactorisationTest() {
    super(new ReferenceProvider());
  }
}

package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.ProjectionsContract;

final class ReferenceProjectionsTest extends ProjectionsContract {
  ReferenceProjectionsTest() {
    super(new ReferenceProvider());
  }
}

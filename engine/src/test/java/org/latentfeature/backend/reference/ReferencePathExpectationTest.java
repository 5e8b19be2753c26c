package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.PathExpectationContract;

class ReferencePathExpectationTest extends PathExpectationContract {
  ReferencePathExpectationTest() {
    super(new ReferenceProvider());
  }
}

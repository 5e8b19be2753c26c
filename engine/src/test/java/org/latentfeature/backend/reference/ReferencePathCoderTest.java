package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.PathCoderContract;

class ReferencePathCoderTest extends PathCoderContract {
  ReferencePathCoderTest() {
    super(new ReferenceProvider());
  }
}

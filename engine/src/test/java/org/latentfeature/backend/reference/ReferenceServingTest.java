package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.ServingContract;

final class ReferenceServingTest extends ServingContract {
  ReferenceServingTest() {
    super(new ReferenceProvider(), 700, 30);
  }
}

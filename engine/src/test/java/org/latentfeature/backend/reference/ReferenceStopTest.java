package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.StopContract;

final class ReferenceStopTest extends StopContract {
  ReferenceStopTest() {
    super(new ReferenceProvider());
  }
}

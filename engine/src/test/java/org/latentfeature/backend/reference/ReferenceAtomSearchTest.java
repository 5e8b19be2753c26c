package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.AtomSearchContract;

final class ReferenceAtomSearchTest extends AtomSearchContract {
  ReferenceAtomSearchTest() {
    super(new ReferenceProvider());
  }
}

package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.AtomSearchContract;
import org.latentfeature.backend.contract.SparseSource;

final class SparseAtomSearchTest extends AtomSearchContract {
  SparseAtomSearchTest() {
    super(new SparseSource(new ReferenceProvider()));
  }
}

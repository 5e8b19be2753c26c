package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.SparseRowsContract;

final class ReferenceSparseRowsTest extends SparseRowsContract {
  ReferenceSparseRowsTest() {
    super(new ReferenceProvider());
  }
}

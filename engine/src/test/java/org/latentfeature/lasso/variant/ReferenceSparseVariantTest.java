package org.latentfeature.lasso.variant;

import org.latentfeature.backend.reference.ReferenceProvider;

class ReferenceSparseVariantTest extends SparseVariantContract {
  ReferenceSparseVariantTest() {
    super(new ReferenceProvider());
  }
}

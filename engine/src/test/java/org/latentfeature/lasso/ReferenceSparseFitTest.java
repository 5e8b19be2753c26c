package org.latentfeature.lasso;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceSparseFitTest extends SparseFitContract {
  ReferenceSparseFitTest() {
    super(new ReferenceProvider());
  }
}

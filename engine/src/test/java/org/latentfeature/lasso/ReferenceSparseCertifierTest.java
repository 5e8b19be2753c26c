package org.latentfeature.lasso;

import org.latentfeature.backend.reference.ReferenceProvider;

class ReferenceSparseCertifierTest extends SparseCertifierContract {
  ReferenceSparseCertifierTest() {
    super(new ReferenceProvider());
  }
}

package org.latentfeature.ibp.variational;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceVariationalBoundTest extends VariationalBoundContract {
  ReferenceVariationalBoundTest() {
    super(new ReferenceProvider(), 1e-9);
  }
}

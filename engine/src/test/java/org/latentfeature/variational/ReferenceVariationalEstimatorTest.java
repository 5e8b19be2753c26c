package org.latentfeature.variational;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceVariationalEstimatorTest extends VariationalEstimatorContract {
  ReferenceVariationalEstimatorTest() {
    super(new ReferenceProvider());
  }
}

package org.latentfeature.method;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceVariationalEstimatorTest extends VariationalEstimatorContract {
  ReferenceVariationalEstimatorTest() {
    super(new ReferenceProvider());
  }
}

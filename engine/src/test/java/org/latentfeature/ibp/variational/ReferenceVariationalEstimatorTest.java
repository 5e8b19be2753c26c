package org.latentfeature.ibp.variational;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceVariationalEstimatorTest extends VariationalEstimatorContract {
  ReferenceVariationalEstimatorTest() {
    super(new ReferenceProvider());
  }
}

package org.latentfeature.lasso;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceEstimatorTest extends EstimatorContract {
  ReferenceEstimatorTest() {
    super(new ReferenceProvider());
  }
}

package org.latentfeature.openblas;

import org.latentfeature.lasso.EstimatorContract;

final class OpenBlasEstimatorTest extends EstimatorContract {
  OpenBlasEstimatorTest() {
    super(new OpenBlasProvider());
  }
}

package org.latentfeature.openblas;

import org.latentfeature.method.VariationalEstimatorContract;

final class OpenBlasVariationalEstimatorTest extends VariationalEstimatorContract {
  OpenBlasVariationalEstimatorTest() {
    super(new OpenBlasProvider());
  }
}

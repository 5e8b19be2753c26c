package org.latentfeature.openblas;

import org.latentfeature.variational.VariationalEstimatorContract;

final class OpenBlasVariationalEstimatorTest extends VariationalEstimatorContract {
  OpenBlasVariationalEstimatorTest() {
    super(new OpenBlasProvider());
  }
}

package org.latentfeature.openblas;

import org.latentfeature.ibp.variational.VariationalEstimatorContract;

final class OpenBlasVariationalEstimatorTest extends VariationalEstimatorContract {
  OpenBlasVariationalEstimatorTest() {
    super(new OpenBlasProvider());
  }
}

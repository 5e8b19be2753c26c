package org.latentfeature.openblas;

import org.latentfeature.method.BpMeansEstimatorContract;

final class OpenBlasBpMeansEstimatorTest extends BpMeansEstimatorContract {
  OpenBlasBpMeansEstimatorTest() {
    super(new OpenBlasProvider());
  }
}

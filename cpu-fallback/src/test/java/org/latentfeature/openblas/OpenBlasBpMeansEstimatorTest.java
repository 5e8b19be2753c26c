package org.latentfeature.openblas;

import org.latentfeature.bpmeans.BpMeansEstimatorContract;

final class OpenBlasBpMeansEstimatorTest extends BpMeansEstimatorContract {
  OpenBlasBpMeansEstimatorTest() {
    super(new OpenBlasProvider());
  }
}

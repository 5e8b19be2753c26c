package org.latentfeature.openblas;

import org.latentfeature.ibp.bpmeans.BpMeansEstimatorContract;

final class OpenBlasBpMeansEstimatorTest extends BpMeansEstimatorContract {
  OpenBlasBpMeansEstimatorTest() {
    super(new OpenBlasProvider());
  }
}

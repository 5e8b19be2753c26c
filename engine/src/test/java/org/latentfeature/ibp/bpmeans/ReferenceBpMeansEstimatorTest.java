package org.latentfeature.ibp.bpmeans;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceBpMeansEstimatorTest extends BpMeansEstimatorContract {
  ReferenceBpMeansEstimatorTest() {
    super(new ReferenceProvider());
  }
}

package org.latentfeature.markov;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceMarkovEstimatorTest extends MarkovEstimatorContract {
  ReferenceMarkovEstimatorTest() {
    super(new ReferenceProvider());
  }
}

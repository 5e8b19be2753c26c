package org.latentfeature.markov;

import org.latentfeature.backend.reference.ReferenceProvider;

class ReferenceMarkovEstimatorTest extends MarkovEstimatorContract {
  ReferenceMarkovEstimatorTest() {
    super(new ReferenceProvider());
  }
}

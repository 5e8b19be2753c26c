package org.latentfeature.openblas;

import org.latentfeature.markov.MarkovEstimatorContract;

final class OpenBlasMarkovEstimatorTest extends MarkovEstimatorContract {
  OpenBlasMarkovEstimatorTest() {
    super(new OpenBlasProvider());
  }
}

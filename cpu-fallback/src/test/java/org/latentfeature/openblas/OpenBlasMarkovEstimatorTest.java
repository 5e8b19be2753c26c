package org.latentfeature.openblas;

import org.junit.jupiter.api.Tag;
import org.latentfeature.markov.MarkovEstimatorContract;

@Tag("whole")
final class OpenBlasMarkovEstimatorTest extends MarkovEstimatorContract {
  OpenBlasMarkovEstimatorTest() {
    super(new OpenBlasProvider());
  }
}

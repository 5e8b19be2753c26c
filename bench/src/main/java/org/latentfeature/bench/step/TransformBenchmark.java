package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.factor.FactorCoder;

/** Codes of all rows for the true dictionary, as {@code lfm transform} finds them. */
public class TransformBenchmark extends StepBenchmark {

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    return new Step() {
      @Override
      public Object run() {
        return FactorCoder.encode(backend, problem.x(), problem.w(), MidSearch.SEED);
      }

      @Override
      public void close() {
        // What it opens is the coder's, and closed.
      }
    };
  }
}

package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.SyntheticProblem;

/** A = X − Z V for half of the true columns, and ‖A‖². */
public class ResidualBenchmark extends StepBenchmark {

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    MidSearch search = MidSearch.open(backend, problem);
    return new Step() {
      @Override
      public Object run() {
        return search.residual();
      }

      @Override
      public void close() {
        search.close();
      }
    };
  }
}

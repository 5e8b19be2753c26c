package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.SearchOptions;

/**
 * A fit's whole search for atoms on a new residual: Gram blocks, sweeps to the tolerance,
 * hyperplanes, polish.
 */
public class AtomBenchmark extends StepBenchmark {

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    MidSearch search = MidSearch.open(backend, problem);
    SearchOptions options = search.options();
    return new Step() {
      @Override
      public void reset() {
        search.residual();
      }

      @Override
      public Object run() {
        search
            .atoms()
            .sweep(options.rank(), options.sweepTolerance(), options.maxSweeps(), MidSearch.SEED);
        return search
            .atoms()
            .round(
                options.hyperplanes(),
                options.candidates(),
                options.polishPasses(),
                MidSearch.SEED);
      }

      @Override
      public void close() {
        search.close();
      }
    };
  }
}

package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.SyntheticProblem;

/**
 * Ten mixing-method sweeps from random unit vectors, on a residual whose Gram blocks are there
 * already.
 */
public class SweepBenchmark extends StepBenchmark {

  private static final int SWEEPS = 10;

  /** So small that the sweeps end by their number. */
  private static final double TOLERANCE = 1e-12;

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    MidSearch search = MidSearch.open(backend, problem);
    int rank = search.options().rank();
    search.atoms().sweep(rank, TOLERANCE, 1, MidSearch.SEED);
    return new Step() {
      @Override
      public Object run() {
        return search.atoms().sweep(rank, TOLERANCE, SWEEPS, MidSearch.SEED);
      }

      @Override
      public void close() {
        search.close();
      }
    };
  }
}

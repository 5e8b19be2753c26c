package org.latentfeature.bench.step;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.SearchOptions;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/** Single flips of the atoms that hyperplanes leave after a fit's sweeps, until none helps. */
public class PolishBenchmark extends StepBenchmark {

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    MidSearch search = MidSearch.open(backend, problem);
    SearchOptions options = search.options();
    search
        .atoms()
        .sweep(options.rank(), options.sweepTolerance(), options.maxSweeps(), MidSearch.SEED);
    List<BitVector> rounded =
        search
            .atoms()
            .round(options.hyperplanes(), options.candidates(), 0, MidSearch.SEED)
            .stream()
            .map(ScoredAtom::z)
            .toList();
    return new Step() {
      @Override
      public Object run() {
        return search.atoms().polish(rounded, options.polishPasses());
      }

      @Override
      public void close() {
        search.close();
      }
    };
  }
}

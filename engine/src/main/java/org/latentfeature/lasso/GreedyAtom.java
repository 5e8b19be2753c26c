package org.latentfeature.lasso;

import java.util.List;
import java.util.function.Supplier;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.Rounding;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.AtomSearch.Sweeps;

/** Atom searches on the current residual, each with its own seeds. */
final class GreedyAtom {

  private static final long SWEEPS = 1;
  private static final long PLANES = 2;

  private final Supplier<AtomSearch> steps;
  private final SearchOptions options;
  private final long seed;
  private final FitMonitor monitor;
  private long searches;

  GreedyAtom(Supplier<AtomSearch> steps, SearchOptions effort, long seed, FitMonitor monitor) {
    this.steps = steps;
    options = effort;
    this.seed = seed;
    this.monitor = monitor;
  }

  /**
   * The result of a search.
   *
   * @param bound the SDP's value, up to the tolerance of the sweeps
   * @param atoms distinct, best first
   */
  record Found(double bound, List<ScoredAtom> atoms) {}

  /** A search with the options' effort. */
  Found search() {
    return search(options.sweepTolerance());
  }

  /** A search to a tolerance a hundred times as strict, before a fit is called optimal. */
  Found searchHard() {
    return search(options.sweepTolerance() / 100);
  }

  private Found search(double tolerance) {
    long own = CounterRandom.stream(seed, searches++);
    Sweeps sweeps =
        monitor.time(
            "sweep",
            () ->
                steps
                    .get()
                    .sweep(
                        options.rank(),
                        tolerance,
                        options.maxSweeps(),
                        CounterRandom.stream(own, SWEEPS),
                        new Rounding(options.hyperplanes(), CounterRandom.stream(own, PLANES))));
    List<ScoredAtom> atoms =
        monitor.time(
            "polish", () -> steps.get().choose(options.candidates(), options.polishPasses()));
    return new Found(sweeps.value(), atoms);
  }
}

package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Workers;
import org.latentfeature.coding.PathObjective;
import org.latentfeature.coding.PathStatistics;
import org.latentfeature.coding.PathWorth;
import org.latentfeature.coding.Paths;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.PathCoder;

/**
 * A step of batch variational inference: paths of all rows, then every global parameter at its best
 * for them. The evidence lower bound (docs/markov.md, section 5) never falls: a row keeps its old
 * path where that is worth more than the greedy search's new one.
 */
final class BatchStep {

  /** Rows that are summed by one thread at least; and no fewer than features, as sums have. */
  private static final int LEAST_ROWS = 256;

  private final PathCoder coder;
  private final Matrix x;
  private final MarkovOptions options;
  private final Algebra algebra;
  private final int threads;
  private final NoiseStep noise;
  private final DictionaryPrior dictionary;
  private final FitMonitor monitor;

  BatchStep(
      Backend backend,
      PathCoder coder,
      Matrix x,
      MarkovOptions options,
      NoiseStep noise,
      DictionaryPrior dictionary,
      FitMonitor monitor) {
    this.coder = coder;
    this.x = x;
    this.options = options;
    algebra = backend.algebra();
    threads = backend.info().threads();
    this.noise = noise;
    this.dictionary = dictionary;
    this.monitor = monitor;
  }

  /** The state after the first step. */
  BatchState first(MarkovParameters start, StatePrior prior) {
    return step(start, prior, null);
  }

  /** The state after {@code state}. */
  BatchState after(BatchState state) {
    return step(state.model(), state.prior(), state.paths());
  }

  private BatchState step(MarkovParameters model, StatePrior present, @Nullable Paths old) {
    Dense expectations = monitor.time("transitions", model::logExpectations);
    PathObjective objective = model.objective(expectations, options.coding());
    Paths paths = monitor.time("coding", () -> coder.code(objective));
    BatchRows rows = monitor.time("statistics", () -> keepBetter(model, expectations, paths, old));
    PathStatistics sums = rows.sums();
    StatePrior prior = monitor.time("transitions", () -> present.updated(sums.transitions()));
    return new BatchState(
        monitor.time("solves", () -> updated(model, sums, prior)),
        prior,
        paths,
        lowerBound(model, expectations, rows, prior),
        Math.sqrt(sums.squaredError() / sums.known()),
        sums.used());
  }

  /** Puts old paths that are worth more in the place of new ones, and adds the rows up. */
  private BatchRows keepBetter(
      MarkovParameters model, Dense expectations, Paths found, @Nullable Paths old) {
    Dense gram = algebra.multiplyTransposed(model.w(), model.w());
    return BatchRows.sum(
        Workers.parts(
            threads,
            x.rows(),
            Math.max(LEAST_ROWS, options.k()),
            monitor.signal(),
            (from, to) ->
                new BatchRows(x, model, gram, expectations)
                    .addBetter(found, old, from, to, monitor.signal())));
  }

  /** The transitions' own share is their evidence, where their expected worth is now too. */
  private double lowerBound(
      MarkovParameters model, Dense expectations, BatchRows rows, StatePrior prior) {
    Dense transitions = rows.sums().transitions();
    return rows.worth()
        - PathWorth.of(expectations, transitions)
        + prior.bound(transitions)
        + dictionary.logDensity(model.w());
  }

  private MarkovParameters updated(MarkovParameters model, PathStatistics sums, StatePrior prior) {
    double eta = dictionary.precision();
    double variance = noise.variance(sums.expectedSquaredError(), (double) sums.known());
    Dense w = DictionaryStep.solve(algebra, sums.moments(), sums.cross(), eta * variance);
    ScaleStep.apply(w, sums.moments(), sums.transitions(), model.precision(), eta);
    return new MarkovParameters(
        w, sums.transitions(), prior.weights(), variance, model.precision());
  }
}

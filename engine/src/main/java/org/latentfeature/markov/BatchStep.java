package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.PathCoder;
import org.latentfeature.backend.PathObjective;
import org.latentfeature.backend.Paths;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;

/**
 * A step of batch variational inference: paths of all rows, then every global parameter at its best
 * for them. The evidence lower bound (MARKOV section 5) never falls: a row keeps its old path where
 * that is worth more than the greedy search's new one.
 */
final class BatchStep {

  private final PathCoder coder;
  private final Matrix x;
  private final MarkovOptions options;
  private final Algebra algebra;
  private final NoiseStep noise;
  private final FitMonitor monitor;

  BatchStep(
      PathCoder coder,
      Matrix x,
      MarkovOptions options,
      Algebra algebra,
      NoiseStep noise,
      FitMonitor monitor) {
    this.coder = coder;
    this.x = x;
    this.options = options;
    this.algebra = algebra;
    this.noise = noise;
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
    PathObjective objective = model.objective(expectations, options.gain(), options.longest());
    Paths paths = monitor.time("coding", () -> coder.code(objective));
    CodedRows rows = monitor.time("statistics", () -> keepBetter(model, expectations, paths, old));
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

  /**
   * All rows, coded.
   *
   * @param worth Σ ln p(x | A) + ln Σ exp(worth of an order of A)
   */
  private record CodedRows(PathStatistics sums, double worth) {}

  /** Puts old paths that are worth more in the place of new ones, and adds the rows up. */
  private CodedRows keepBetter(
      MarkovParameters model, Dense expectations, Paths found, @Nullable Paths old) {
    Dense gram = algebra.multiplyTransposed(model.w(), model.w());
    PathPosterior posterior = new PathPosterior(model, gram);
    PathOrders orders = new PathOrders(expectations);
    PathStatistics sums = new PathStatistics(model.w());
    float[] row = new float[x.cols()];
    double worth = 0;
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      posterior.take(row, found, i);
      double best = posterior.logLikelihood() + orders.take(found, i);
      if (old != null && !found.same(i, old, i)) {
        posterior.take(row, old, i);
        double kept = posterior.logLikelihood() + orders.take(old, i);
        if (kept >= best) {
          found.set(i, old, i);
          best = kept;
        } else {
          posterior.take(row, found, i);
          orders.take(found, i);
        }
      }
      worth += best;
      sums.add(posterior, orders);
    }
    return new CodedRows(sums, worth);
  }

  /** The transitions' own share is their evidence, where their expected worth is now too. */
  private double lowerBound(
      MarkovParameters model, Dense expectations, CodedRows rows, StatePrior prior) {
    Dense transitions = rows.sums().transitions();
    double eta = options.dictionaryPrecision();
    double dictionary =
        0.5 * model.w().values().length * Math.log(eta / (2 * Math.PI))
            - 0.5 * eta * model.w().squaredNorm();
    return rows.worth()
        - PathWorth.of(expectations, transitions)
        + Transitions.logEvidence(transitions, prior.weights())
        + dictionary
        + prior.logDensity();
  }

  private MarkovParameters updated(MarkovParameters model, PathStatistics sums, StatePrior prior) {
    double eta = options.dictionaryPrecision();
    double variance = noise.variance(sums.expectedSquaredError(), (double) sums.known());
    Dense w = DictionaryStep.solve(algebra, sums.moments(), sums.cross(), eta * variance);
    ScaleStep.apply(w, sums.moments(), sums.transitions(), model.precision(), eta);
    return new MarkovParameters(
        w, sums.transitions(), prior.weights(), variance, model.precision());
  }
}

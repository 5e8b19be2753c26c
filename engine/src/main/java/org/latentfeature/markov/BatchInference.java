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
 * Batch variational inference: paths of all rows, then every global parameter at its best for them.
 * The evidence lower bound (MARKOV section 5) never falls: a row keeps its old path where that is
 * worth more than the greedy search's new one.
 */
final class BatchInference {

  /** The bound has converged when a step raises it by less than this share. */
  private static final double TOLERANCE = 1e-7;

  private final PathCoder coder;
  private final Matrix x;
  private final MarkovOptions options;
  private final Algebra algebra;
  private final StatePrior prior;
  private final FitMonitor monitor;
  private @Nullable Paths paths;

  BatchInference(
      PathCoder coder,
      Matrix x,
      MarkovOptions options,
      Algebra algebra,
      StatePrior prior,
      FitMonitor monitor) {
    this.coder = coder;
    this.x = x;
    this.options = options;
    this.algebra = algebra;
    this.prior = prior;
    this.monitor = monitor;
  }

  MarkovResult run(MarkovParameters start) {
    MarkovParameters model = start;
    double before = Double.NEGATIVE_INFINITY;
    for (int step = 1; ; step++) {
      PathStatistics sums = code(model);
      MarkovParameters coded = model;
      prior.update(sums.transitions());
      Dense weights = prior.weights();
      double bound = lowerBound(coded, sums, weights);
      double rmse = Math.sqrt(sums.squaredError() / sums.known());
      int used = sums.used();
      model = monitor.time("solves", () -> updated(coded, sums, weights));
      monitor.step("batch", step, used, bound / x.rows(), Double.NaN, rmse);
      boolean converged = bound - before <= TOLERANCE * Math.abs(bound);
      if (step == options.iterations() && !converged) {
        monitor.stepLimit();
      }
      if (converged || step == options.iterations() || monitor.stop()) {
        return new MarkovResult(
            model, bound, rmse, used, monitor.ended(), monitor.trace(), monitor.seconds());
      }
      before = bound;
    }
  }

  /** Codes every row by {@code model}, and adds them up. */
  private PathStatistics code(MarkovParameters model) {
    Dense expectations = monitor.time("transitions", model::logExpectations);
    PathObjective objective = model.objective(expectations, options.gain(), options.longest());
    Paths found = monitor.time("coding", () -> coder.code(objective));
    return monitor.time("statistics", () -> keepBetter(model, expectations, found));
  }

  private PathStatistics keepBetter(MarkovParameters model, Dense expectations, Paths found) {
    Dense gram = algebra.multiplyTransposed(model.w(), model.w());
    PathPosterior posterior = new PathPosterior(model, gram);
    PathStatistics sums = new PathStatistics(model.w());
    Paths old = paths;
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      posterior.take(row, found, i);
      if (old != null && !found.same(i, old, i)) {
        double worth = posterior.logLikelihood() + PathWorth.of(expectations, found, i);
        posterior.take(row, old, i);
        if (posterior.logLikelihood() + PathWorth.of(expectations, old, i) >= worth) {
          found.set(i, old, i);
        } else {
          posterior.take(row, found, i);
        }
      }
      sums.add(posterior, found, i);
    }
    paths = found;
    return sums;
  }

  private double lowerBound(MarkovParameters model, PathStatistics sums, Dense weights) {
    double eta = options.dictionaryPrecision();
    double dictionary =
        0.5 * model.w().values().length * Math.log(eta / (2 * Math.PI))
            - 0.5 * eta * model.w().squaredNorm();
    return sums.logLikelihood()
        + Transitions.logEvidence(sums.transitions(), weights)
        + dictionary
        + prior.logDensity();
  }

  private MarkovParameters updated(MarkovParameters model, PathStatistics sums, Dense weights) {
    double variance =
        options.sigma() == null
            ? NoiseStep.variance(
                sums.expectedSquaredError(), (double) sums.known(), model.variance())
            : model.variance();
    double ridge = options.dictionaryPrecision() * variance;
    Dense w = DictionaryStep.solve(algebra, sums.moments(), sums.cross(), ridge);
    return new MarkovParameters(w, sums.transitions(), weights, variance, model.precision());
  }
}

package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.step.PathCoder.Expectation;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.PathWorth;
import org.latentfeature.step.coding.Paths;

/**
 * A step of batch variational inference: paths of all rows, then the optimum of every global
 * parameter for them. The evidence lower bound (docs/markov.md, section 5) never falls: a row keeps
 * its old path if its score is higher than that of the greedy search's new one.
 */
final class BatchStep {

  private final PathRounds rows;
  private final MarkovOptions options;
  private final Algebra algebra;
  private final NoiseStep noise;
  private final DictionaryPrior dictionary;
  private final FitMonitor monitor;

  BatchStep(
      PathRounds rows,
      Algebra algebra,
      MarkovOptions options,
      NoiseStep noise,
      DictionaryPrior dictionary,
      FitMonitor monitor) {
    this.rows = rows;
    this.options = options;
    this.algebra = algebra;
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
    PathModel weighing = model.pathModel(expectations, Orders.ALL);
    Expectation coded = rows.round(objective, weighing, old);
    PathStatistics sums = coded.sums();
    StatePrior prior = monitor.time("transitions", () -> present.updated(sums.transitions()));
    return new BatchState(
        monitor.time("solves", () -> updated(model, sums, prior)),
        prior,
        coded.paths(),
        lowerBound(model, expectations, sums, prior),
        Math.sqrt(sums.squaredError() / sums.known()),
        sums.used());
  }

  /** The transitions' own share is their evidence, where their expected worth is now too. */
  private double lowerBound(
      MarkovParameters model, Dense expectations, PathStatistics sums, StatePrior prior) {
    Dense transitions = sums.transitions();
    return sums.worth()
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

package org.latentfeature.markov;

import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.Incumbent;
import org.latentfeature.markov.Inference.Update;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;

/**
 * Stochastic variational inference: each step codes a random batch of rows and moves the running
 * sums, the transitions and the prior by the step size ρ_t = (t + t0)^−κ towards what the batch,
 * scaled up to all rows, says (docs/markov.md, section 4).
 */
final class StochasticInference {

  private final Batches batches;
  private final MarkovOptions options;
  private final Inference.Stochastic inference;
  private final Algebra algebra;
  private final int threads;
  private final NoiseStep noise;
  private final DictionaryPrior dictionaryPrior;
  private final FitMonitor monitor;
  private StatePrior prior;

  StochasticInference(
      Backend backend,
      Batches batches,
      MarkovOptions options,
      Inference.Stochastic inference,
      NoiseStep noise,
      DictionaryPrior dictionaryPrior,
      StatePrior prior,
      FitMonitor monitor) {
    this.batches = batches;
    this.options = options;
    this.inference = inference;
    algebra = backend.algebra();
    threads = backend.info().threads();
    this.noise = noise;
    this.dictionaryPrior = dictionaryPrior;
    this.prior = prior;
    this.monitor = monitor;
  }

  /** The model that {@code start} leads to; the latest is offered as the best. */
  Estimate run(MarkovParameters start, Incumbent<Estimate> incumbent) {
    Present present = new Present(start, Transitions.digammas(start.counts(), start.prior()));
    RunningSums running = new RunningSums(start, batches.rows());
    Estimate latest = null;
    for (int step = 1; step <= inference.iterations() && !monitor.stop(); step++) {
      Present model = present;
      PathStatistics sums = next(model);
      double rate = Math.pow(step + inference.delay(), -inference.kappa());
      present = monitor.time("solves", () -> updated(model, running, sums, rate));
      latest = new Estimate(present.model(), Double.NaN, rmse(sums), sums.used());
      incumbent.offer(latest, step);
      double bound = sums.worth() / sums.rows();
      Map<String, Double> figures = Map.of(MarkovModel.LOWER_BOUND, bound);
      monitor.step(MarkovStages.STOCHASTIC, step, latest.used(), bound, latest.rmse(), figures);
      if (step == inference.iterations()) {
        monitor.stepLimit();
      }
    }
    if (latest == null) {
      throw new StoppedException();
    }
    return latest;
  }

  private static double rmse(PathStatistics sums) {
    return Math.sqrt(sums.squaredError() / sums.known());
  }

  /**
   * The model so far.
   *
   * @param digammas those of its transitions
   */
  private record Present(MarkovParameters model, Dense digammas) {
    Dense expectations() {
      return Transitions.logExpectations(model.counts(), model.prior(), digammas);
    }
  }

  private PathStatistics next(Present present) {
    MarkovParameters model = present.model();
    Dense expectations = present.expectations();
    PathObjective objective = model.objective(expectations, options.coding());
    PathModel weighing = model.pathModel(expectations, Orders.FOUND);
    return batches.next(objective, weighing);
  }

  /**
   * The prior follows the counts one batch behind, so that its digammas are those at hand; and the
   * next ones are computed beside the dictionary.
   */
  private Present updated(Present present, RunningSums running, PathStatistics batch, double rate) {
    MarkovParameters model = present.model();
    prior = prior.swept(running.transitions(), present.digammas());
    running.move(batch, rate);
    double variance = noise.variance(running.expectedSquaredError(), running.known());
    Dense weights = prior.weights();
    Dense counts = running.transitions().copy();
    List<Dense> both =
        Workers.both(
            threads,
            () -> dictionary(model.w(), running, batch, variance, rate),
            () -> Transitions.digammas(counts, weights));
    return new Present(
        new MarkovParameters(both.get(0), counts, weights, variance, model.precision()),
        both.get(1));
  }

  private Dense dictionary(
      Dense w, RunningSums running, PathStatistics batch, double variance, double rate) {
    double ridge = dictionaryPrior.precision() * variance;
    return inference.update() == Update.RUNNING
        ? DictionaryStep.solve(algebra, running.moments(), running.cross(), ridge)
        : paper(w, batch, ridge, rate);
  }

  /** Equation (14): W ← (1−ρ) W + ρ W', W' best for the batch alone. */
  private Dense paper(Dense w, PathStatistics batch, double ridge, double rate) {
    double share = (double) batch.rows() / batches.rows();
    Dense best = DictionaryStep.solve(algebra, batch.moments(), batch.cross(), ridge * share);
    double[] values = best.values();
    for (int i = 0; i < values.length; i++) {
      values[i] = (1 - rate) * w.values()[i] + rate * values[i];
    }
    return best;
  }
}

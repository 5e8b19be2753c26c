package org.latentfeature.markov;

import org.latentfeature.backend.PathCoder;
import org.latentfeature.backend.PathObjective;
import org.latentfeature.backend.Paths;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.RandomStream;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.markov.MarkovOptions.Update;

/**
 * Stochastic variational inference: each step codes a random batch of rows and moves the running
 * sums, the transitions and the prior by the step size ρ_t = (t + t0)^−κ towards what the batch,
 * scaled up to all rows, says (MARKOV section 4).
 */
final class StochasticInference {

  private final PathCoder coder;
  private final Matrix x;
  private final MarkovOptions options;
  private final Algebra algebra;
  private final NoiseStep noise;
  private final FitMonitor monitor;
  private final RowOrder order;
  private StatePrior prior;

  StochasticInference(
      PathCoder coder,
      Matrix x,
      MarkovOptions options,
      Algebra algebra,
      NoiseStep noise,
      StatePrior prior,
      FitMonitor monitor) {
    this.coder = coder;
    this.x = x;
    this.options = options;
    this.algebra = algebra;
    this.noise = noise;
    this.prior = prior;
    this.monitor = monitor;
    order = new RowOrder(x.rows(), new RandomStream(options.seed(), "markov batches"));
  }

  MarkovResult run(MarkovParameters start) {
    MarkovParameters model = start;
    RunningSums running = new RunningSums(start, x.rows());
    for (int step = 1; ; step++) {
      MarkovParameters present = model;
      Batch batch = code(present, order.next(options.batch()));
      double rate = Math.pow(step + options.delay(), -options.forgetting());
      model = monitor.time("solves", () -> updated(present, running, batch.sums(), rate));
      double rows = batch.sums().rows();
      double rmse = Math.sqrt(batch.sums().squaredError() / batch.sums().known());
      int used = batch.used();
      monitor.step("stochastic", step, used, batch.bound() / rows, Double.NaN, rmse);
      if (step == options.iterations()) {
        monitor.stepLimit();
      }
      if (step == options.iterations() || monitor.stop()) {
        return new MarkovResult(
            model, Double.NaN, rmse, used, monitor.ended(), monitor.trace(), monitor.seconds());
      }
    }
  }

  /**
   * What a batch of rows came to.
   *
   * @param bound Σ ln p(x | A) + E ln p(z | θ), what its rows add to the lower bound
   * @param used number of features that some row has
   */
  private record Batch(PathStatistics sums, double bound, int used) {}

  private Batch code(MarkovParameters model, int[] rows) {
    Dense expectations = monitor.time("transitions", model::logExpectations);
    PathObjective objective = model.objective(expectations, options.gain(), options.longest());
    Paths paths = monitor.time("coding", () -> coder.code(objective, rows));
    return monitor.time("statistics", () -> sums(model, expectations, rows, paths));
  }

  private Batch sums(MarkovParameters model, Dense expectations, int[] rows, Paths paths) {
    Dense gram = algebra.multiplyTransposed(model.w(), model.w());
    PathPosterior posterior = new PathPosterior(model, gram);
    PathStatistics sums = new PathStatistics(model.w());
    float[] row = new float[x.cols()];
    double worth = 0;
    for (int i = 0; i < rows.length; i++) {
      x.getRow(rows[i], row);
      posterior.take(row, paths, i);
      worth += PathWorth.of(expectations, paths, i);
      sums.add(posterior, paths, i);
    }
    return new Batch(sums, sums.logLikelihood() + worth, sums.used());
  }

  private MarkovParameters updated(
      MarkovParameters model, RunningSums running, PathStatistics batch, double rate) {
    running.move(batch, rate);
    prior = prior.swept(running.transitions());
    double variance = noise.variance(running.expectedSquaredError(), running.known());
    double ridge = options.dictionaryPrecision() * variance;
    Dense w =
        options.update() == Update.RUNNING
            ? DictionaryStep.solve(algebra, running.moments(), running.cross(), ridge)
            : literal(model.w(), batch, ridge, rate);
    return new MarkovParameters(
        w, running.transitions().copy(), prior.weights(), variance, model.precision());
  }

  /** Equation (14): W ← (1−ρ) W + ρ W', W' best for the batch alone. */
  private Dense literal(Dense w, PathStatistics batch, double ridge, double rate) {
    double share = (double) batch.rows() / x.rows();
    Dense best = DictionaryStep.solve(algebra, batch.moments(), batch.cross(), ridge * share);
    double[] values = best.values();
    for (int i = 0; i < values.length; i++) {
      values[i] = (1 - rate) * w.values()[i] + rate * values[i];
    }
    return best;
  }
}

package org.latentfeature.markov;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Checkpoints;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.scale.AllRows;
import org.latentfeature.fit.scale.RowSample;
import org.latentfeature.fit.scale.SampledFit;
import org.latentfeature.step.PathCoder.Expectation;
import org.latentfeature.step.coding.Paths;

/**
 * Batch steps over all rows from the model of a sample of them, until the lower bound no longer
 * rises. The model is the whole state: no step knows the paths of the one before, and so it may be
 * taken where rows are anywhere, and again from any model that a fit has left (docs/markov.md,
 * section 5).
 */
final class MarkovExtension {

  /** Nats an entry of X that the last step raises the bound by. */
  private static final double CONVERGED = 1e-7;

  private static final int MOST_ROUNDS = 200;

  /** Rows far away keep no paths. */
  private static final Paths NOT_KEPT = new Paths(0, 1);

  private final AllRows x;
  private final Backend backend;
  private final MarkovOptions options;
  private final SampleSize size;
  private final Checkpoints<MarkovModel> checkpoints;
  private final FitMonitor monitor;
  private int sampled;

  MarkovExtension(AllRows x, Backend backend, FitRequest<MarkovOptions, MarkovModel> request) {
    this.x = x;
    this.backend = backend;
    options = request.options();
    size = request.sample();
    checkpoints = request.checkpoints();
    monitor = new FitMonitor(request.listener(), options.timeLimit());
    sampled = Math.min(x.rows(), size.first(options.k()));
  }

  Fitted<MarkovModel> run() {
    double meanSquare = x.meanSquare();
    StartingPoint.requireEntries(meanSquare);
    NoiseStep noise = new NoiseStep(options, meanSquare);
    MarkovModel left = checkpoints.left();
    Estimate start = left == null ? ofSample() : of(left);
    try (AllRows.PathSums all = monitor.close(() -> x.openPaths(options.k(), monitor.signal()))) {
      BatchStep step =
          new BatchStep(
              (objective, model, old) ->
                  new Expectation(
                      NOT_KEPT, monitor.time("coding", () -> all.sum(objective, model))),
              backend.algebra(),
              options,
              noise,
              DictionaryPrior.of(options, meanSquare),
              monitor);
      Estimate last = rounds(step, start, left);
      return fitted(last, last.model().inOrder(), left);
    }
  }

  /**
   * Returns the estimate of a fit of a sample, its transitions scaled up to all rows; its bound is
   * not known.
   */
  Estimate ofSample() {
    Rows some = new RowSample(x, options.seed()).rows(sampled);
    try (LoadedData data = new LoadedData(backend, some)) {
      MarkovResult found =
          new MarkovLatentFeatures(backend, options.withTimeLimit(null))
              .fit(data, monitor.ofParts());
      MarkovParameters model = found.parameters();
      Dense counts = model.counts().copy();
      for (int i = 0; i < counts.values().length; i++) {
        counts.values()[i] *= (double) x.rows() / some.rows();
      }
      StatePrior prior = StatePrior.of(options, model.prior()).updated(counts);
      MarkovParameters scaled =
          new MarkovParameters(
              model.w(), counts, prior.weights(), model.variance(), model.precision());
      return new Estimate(scaled, Double.NaN, found.rmse(), found.used());
    }
  }

  /** Returns the estimate of a model that an earlier fit left. */
  private Estimate of(MarkovModel left) {
    Map<String, Double> figures = left.manifest().figures();
    sampled = figures.getOrDefault(SampledFit.SAMPLE_ROWS, (double) sampled).intValue();
    return new Estimate(
        left.parameters(),
        figures.getOrDefault(MarkovModel.LOWER_BOUND, Double.NaN),
        left.manifest().rmse(),
        figures.getOrDefault(MarkovModel.USED, (double) options.k()).intValue());
  }

  private Estimate rounds(BatchStep step, Estimate start, @Nullable MarkovModel left) {
    Estimate best = start;
    try {
      for (int round = 1; round <= MOST_ROUNDS && !monitor.stop(); round++) {
        MarkovParameters model = best.model();
        BatchState next = step.first(model, StatePrior.of(options, model.prior()));
        double bound = next.bound() / x.rows();
        Map<String, Double> figures = Map.of(MarkovModel.LOWER_BOUND, bound);
        monitor.step(MarkovStages.EXTEND, round, next.used(), bound, next.rmse(), figures);
        double gain = next.bound() - best.bound();
        if (gain <= CONVERGED * x.rows() * x.cols()) {
          // Paths that are found anew may be worth less in the end.
          return gain > 0 ? next.estimate() : best;
        }
        best = next.estimate();
        Estimate soFar = best;
        checkpoints.offer(() -> fitted(soFar, soFar.model(), left));
      }
      monitor.stepLimit();
      return best;
    } catch (StoppedException e) {
      return best;
    }
  }

  /**
   * The result, its features as in {@code model}.
   *
   * @param left what this fit went on from; null if it began anew
   */
  private Fitted<MarkovModel> fitted(
      Estimate last, MarkovParameters model, @Nullable MarkovModel left) {
    MarkovResult result =
        new MarkovResult(
            model,
            last.bound(),
            last.rmse(),
            last.used(),
            monitor.ended(),
            monitor.trace(),
            monitor.seconds(),
            new FitOrigin<>(options, backend.info(), x.kept()));
    return MarkovEstimator.fitted(
        result,
        Map.of(SampledFit.SAMPLE_ROWS, (long) sampled),
        from -> {
          MarkovModel whole =
              MarkovModel.of(
                  result,
                  options,
                  new Provenance(
                      from.software(),
                      from.backend(),
                      from.data().sampled(size.toString()),
                      from.standardisation()));
          Manifest manifest =
              whole.manifest().withFigures(Map.of(SampledFit.SAMPLE_ROWS, (double) sampled));
          return new MarkovModel(
              left == null ? manifest : manifest.after(left.manifest()),
              model,
              whole.standardisation());
        });
  }
}

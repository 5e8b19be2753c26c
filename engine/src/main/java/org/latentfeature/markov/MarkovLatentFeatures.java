package org.latentfeature.markov;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.Incumbent;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.markov.BatchInference.Search;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.ResidentRows;

/**
 * Fits a Markov latent feature model (Zhang &amp; Paisley, ICML 2016). The backend computes paths
 * and all sums over rows; the global updates, of K×K and K×D entries, are computed here. It has no
 * state, so that threads may share one as far as they may share its {@link Backend}.
 */
public final class MarkovLatentFeatures {

  private final Backend backend;
  private final MarkovOptions options;

  /** An estimator on {@code backend}, which the caller closes. */
  public MarkovLatentFeatures(Backend backend, MarkovOptions options) {
    this.backend = backend;
    this.options = options;
  }

  /**
   * Fits the rows of {@code x} (N×D); NaN is a missing entry. The listener, the time limit and an
   * interruption of the calling thread (whose flag stays set) stop the fit, which then returns the
   * model so far: before the end of the first step, the starting model, with no feature in use.
   *
   * @param listener receives every step, and may stop the fit
   * @throws IllegalArgumentException if X has fewer rows than features, or only zeros
   * @throws org.latentfeature.data.DataException if a row has no known entry, or an infinite one
   * @throws org.latentfeature.backend.OutOfBackendMemoryException if X does not fit the backend
   * @throws UnfinishedFitException with the {@link MarkovResult} so far, if the backend fails after
   *     the first step
   */
  public MarkovResult fit(Matrix x, FitListener listener) {
    try (LoadedData data = new LoadedData(backend, x)) {
      return fit(data, listener);
    }
  }

  /** Fits a model to {@code x} without a listener. */
  public MarkovResult fit(Matrix x) {
    return fit(x, FitListener.SILENT);
  }

  /** Fits a model to data that other fits may also use. */
  public MarkovResult fit(LoadedData data, FitListener listener) {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit());
    FitOrigin<MarkovOptions> origin = FitOrigin.of(options, data);
    Incumbent<Estimate> incumbent = new Incumbent<>();
    return monitor.keeping(
        () -> estimate(data, monitor, incumbent).result(monitor, origin),
        () -> {
          Estimate best = incumbent.best();
          return best == null ? null : best.result(monitor, origin);
        });
  }

  private Estimate estimate(LoadedData data, FitMonitor monitor, Incumbent<Estimate> incumbent) {
    Rows x = data.source() instanceof FileRows file ? file : data.x();
    requireLoaded(x, options);
    StatePrior prior = new StatePrior(options);
    double meanSquare = x.facts().requireFiniteOrMissing("X").meanSquare();
    NoiseStep noise = new NoiseStep(options, meanSquare);
    DictionaryPrior dictionary = DictionaryPrior.of(options, meanSquare);
    MarkovParameters start = StartingPoint.of(x, options, prior, meanSquare, noise.start());
    PathCoder.Limits limits = new PathCoder.Limits(options.k());
    StopSignal stop = monitor.signal();
    try {
      if (x instanceof FileRows file) {
        int size = ((Inference.Stochastic) options.inference()).batch();
        Batches batches = new FileBatches(backend, file, limits, size, batches(), monitor);
        return stochastic(batches, noise, dictionary, prior, monitor).run(start, incumbent);
      }
      try (PathCoder coder = data.rows(List.of(limits), stop).open(limits, stop)) {
        if (options.inference() instanceof Inference.Batch batch) {
          BatchStep step =
              new BatchStep(
                  PathRounds.of(coder, monitor),
                  backend.algebra(),
                  options,
                  noise,
                  dictionary,
                  monitor);
          BatchRun run =
              new BatchRun(
                  step,
                  new MatrixShape(x.rows(), x.cols()),
                  batch.iterations(),
                  monitor,
                  incumbent);
          Search search =
              batch.exchange()
                  ? search(coder, data.rows(List.of(limits), stop), run, monitor)
                  : null;
          return new BatchInference(run, search).run(start, prior);
        }
        int size = ((Inference.Stochastic) options.inference()).batch();
        RowOrder order = new RowOrder(x.rows(), batches());
        Batches batches = new LoadedBatches(coder, order, size, monitor);
        return stochastic(batches, noise, dictionary, prior, monitor).run(start, incumbent);
      }
    } catch (StoppedException e) {
      Estimate best = incumbent.best();
      return best == null ? new Estimate(start, Double.NaN, Math.sqrt(meanSquare), 0) : best;
    }
  }

  private RandomStream batches() {
    return new RandomStream(options.seed(), "markov batches");
  }

  private StochasticInference stochastic(
      Batches batches,
      NoiseStep noise,
      DictionaryPrior dictionary,
      StatePrior prior,
      FitMonitor monitor) {
    return new StochasticInference(
        backend,
        batches,
        options,
        (Inference.Stochastic) options.inference(),
        noise,
        dictionary,
        prior,
        monitor);
  }

  /**
   * Refuses rows that the options' inference needs in memory.
   *
   * @throws DataException naming the ways out
   */
  static void requireLoaded(Rows x, MarkovOptions options) {
    if (x instanceof FileRows && options.inference() instanceof Inference.Batch) {
      throw new DataException(
          "batch inference needs all %,d rows in memory, but X is read block by block; %s, use stochastic inference, or %s"
              .formatted(x.rows(), Phrase.SAMPLE, Phrase.MEMORY));
    }
  }

  private Search search(PathCoder coder, ResidentRows rows, BatchRun run, FitMonitor monitor) {
    ReplacementSearch replacements = new ReplacementSearch(coder, rows, options, backend.algebra());
    return new Search(
        new ReplacementTrials(run, replacements, monitor),
        new TransitionSearch(run, options, monitor));
  }
}

package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.Incumbent;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.FitRows;
import org.latentfeature.fit.factor.Portfolio;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.factor.UndeterminedBits;
import org.latentfeature.fit.metrics.Rmse;

/**
 * The Latent Feature Lasso (Yen et al., ICML 2017), from a matrix to a factorisation. It keeps
 * nothing between fits, so that threads may share one as far as they may share its {@link Backend}.
 */
public final class LatentFeatureLasso {

  /** Share of the time that is left, for each search that others follow. */
  private static final double SHARE = 0.5;

  private final Backend backend;
  private final LassoOptions options;
  private final LassoPlan plan;
  private final LongSupplier nanoTime;

  /** Creates an estimator of {@code k} features on {@code backend}, which the caller closes. */
  public LatentFeatureLasso(Backend backend, int k) {
    this(backend, LassoOptions.of(k));
  }

  /** Creates an estimator on {@code backend}, which the caller closes. */
  public LatentFeatureLasso(Backend backend, LassoOptions options) {
    this(backend, options, System::nanoTime);
  }

  /** An estimator that measures time by another clock than the system's. */
  LatentFeatureLasso(Backend backend, LassoOptions options, LongSupplier nanoTime) {
    this.backend = backend;
    this.options = options;
    if (!options.variant().isPlain()) {
      throw new IllegalArgumentException(
          "the options ask for %s, which the search for Z by plain least squares does not know; use VariantLasso"
              .formatted(options.variant()));
    }
    plan = new LassoPlan(backend, options);
    this.nanoTime = nanoTime;
  }

  /**
   * Fits X ≈ Z W with K features. With {@link Method#BEST}, searches are tried in turn until the
   * error is that of the ground truth (see {@link SpectralFloor}): columns of Z verified to lie in
   * the span of X, columns from cumulants, the convex fit at falling penalties, the path, exchanges
   * of features, and short chains of Gibbs sampling. The result is the best of all. Under a time
   * limit each of the first three has half of the time that is left, and the convex fit what the
   * path leaves; a given penalty leaves only the convex fit, the path and the exchanges. How each
   * went is reported to the listener.
   *
   * <p>If its listener, the time limit or an interruption of the calling thread (whose flag stays
   * set) stops it, the fit returns the best result so far, which may have fewer than K features:
   * before the first result, the mean of the rows. {@link Method#PAPER} may also return fewer, if
   * its convex fit has fewer atoms.
   *
   * @param x N×D, not all zero, N at least K; read only, and unchanged during the call
   * @throws org.latentfeature.data.DataException naming the first entry of {@code x} that is not
   *     finite
   * @throws IllegalArgumentException if all entries are zero, or K > N
   * @throws org.latentfeature.backend.OutOfBackendMemoryException before any work, if the memory
   *     does not suffice
   * @throws UnfinishedFitException with the {@link LassoResult} so far, if the backend fails once
   *     there is one
   */
  public LassoResult fit(Rows x, FitListener listener) {
    try (LoadedData data = new LoadedData(backend, x)) {
      return fit(data, listener);
    }
  }

  /** Fits a model to {@code x} without a listener. */
  public LassoResult fit(Rows x) {
    return fit(x, FitListener.SILENT);
  }

  /** Fits a model to {@code loaded} data, which other fits may also use. */
  public LassoResult fit(LoadedData loaded, FitListener listener) {
    return fit(loaded, listener, 0, this::fit);
  }

  /**
   * A warm start: refines {@code start} and grows it to K features by the path; nothing else is
   * searched. The squared error is at most that of {@code start} refined. Features of {@code start}
   * keep their places; the others follow, numbered by what they explain.
   *
   * @param start codes of the rows, N×K₀ with K₀ at most K; none is zero in all rows
   * @throws IllegalArgumentException as {@link #fit(Rows, FitListener)}, or if {@code start} has
   *     another shape
   */
  public LassoResult fit(LoadedData loaded, BinaryMatrix start, FitListener listener) {
    if (start.rows() != loaded.source().rows() || start.cols() > options.k()) {
      throw new IllegalArgumentException(
          "the start is %s, but X has %,d rows and K is %d"
              .formatted(start, loaded.source().rows(), options.k()));
    }
    return fit(
        loaded,
        listener,
        start.cols(),
        (data, monitor, incumbent) -> started(data, start, monitor, incumbent));
  }

  /** How a factorisation is found. */
  @FunctionalInterface
  private interface Finding {
    Found find(PreparedData data, FitMonitor monitor, Incumbent<Found> incumbent);
  }

  /** Runs {@code finding}; the first {@code kept} features that it finds keep their places. */
  private LassoResult fit(LoadedData loaded, FitListener listener, int kept, Finding finding) {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit(), nanoTime);
    FitOrigin<LassoOptions> origin = FitOrigin.of(options, loaded);
    PreparedData data = FactorFit.prepare(loaded, options, monitor);
    Incumbent<Found> incumbent = new Incumbent<>();
    Restoring restoring = keeping(data::restore, kept);
    return monitor.keeping(
        () -> {
          Found found =
              monitor.orSoFar(
                  () -> finding.find(data, monitor, incumbent),
                  () -> {
                    Found best = incumbent.best();
                    return best != null ? best : Found.mean(FactorFit.mean(data));
                  });
          return result(origin, data, found, restoring, monitor);
        },
        () -> {
          Found best = incumbent.best();
          return best == null
              ? null
              : onHost(host -> result(origin, data, best, keeping(on(data, host), kept), monitor));
        });
  }

  /** Restores the result on the original data. */
  @FunctionalInterface
  private interface Restoring {
    List<Factors> of(List<Factors> found);

    /** The features of each numbered as those of a model. */
    default List<Factors> inOrder(List<Factors> found) {
      return of(found).stream().map(f -> f.select(order(f))).toList();
    }

    /** The places of the features of {@code restored}, in the order of their numbers. */
    default int[] order(Factors restored) {
      return restored.order();
    }
  }

  /** Returns {@code restoring} with the first {@code kept} features in their places. */
  private static Restoring keeping(Restoring restoring, int kept) {
    return new Restoring() {
      @Override
      public List<Factors> of(List<Factors> found) {
        return restoring.of(found);
      }

      @Override
      public int[] order(Factors restored) {
        int first = Math.min(kept, restored.z().cols());
        return IntStream.concat(
                IntStream.range(0, first), IntStream.of(restored.order()).filter(k -> k >= first))
            .toArray();
      }
    };
  }

  private static Restoring on(PreparedData data, Backend host) {
    return found -> data.restore(found, host);
  }

  /** Finishes the fit after the backend has failed. */
  private static <R> R onHost(Function<Backend, R> rest) {
    try (Backend host = Backends.host(0)) {
      return rest.apply(host);
    }
  }

  /** Returns the searches on the rows as they are, in the order in which they are tried. */
  private Portfolio<LassoBench> onRows() {
    Portfolio<LassoBench> none = Portfolio.empty();
    return plan.isOpen()
        ? none.then(SHARE, new ColumnAtoms()).then(SHARE, new CumulantCodes())
        : none;
  }

  /** Returns the searches after those, on rows of fewer dimensions where there are many. */
  private Portfolio<LassoBench> onReducedRows() {
    Portfolio<LassoBench> none = Portfolio.empty();
    PenaltySearch penalties = new PenaltySearch();
    return switch (options.method()) {
      case LASSO -> none.then(penalties);
      case PATH -> none.then(new GreedyPath());
      case PAPER -> none.then(new PublishedFit());
      case BEST -> {
        Portfolio<LassoBench> both =
            none.then(SHARE, penalties)
                .then(new GreedyPath())
                .thenResume(penalties)
                .then(new ExchangeSearch());
        yield plan.isOpen() ? both.then(new ChainSearch()) : both;
      }
    };
  }

  private Found fit(PreparedData data, FitMonitor monitor, Incumbent<Found> incumbent) {
    Found onRows;
    LassoBench bench;
    FitRows reduced;
    try (LassoSteps steps = plan.open(data, monitor)) {
      bench = new LassoBench(plan, steps, data.rows(), monitor, incumbent, new ArrayList<>());
      onRows().run(bench);
      onRows = bench.best();
      if (bench.isReached()) {
        return Objects.requireNonNull(onRows);
      }
      reduced = bench.reduced(options.method() != Method.PATH);
      if (reduced == null) {
        return search(bench.next(steps, data.rows())).orBetter(onRows);
      }
    }
    Found found;
    try (LassoSteps steps = plan.open(reduced, monitor)) {
      found = search(bench.next(steps, reduced));
    }
    List<Factors> settled =
        monitor.time(
            "refine",
            () ->
                reduced.settle(
                    List.of(found.factors()),
                    monitor.signal(),
                    f -> incumbent.offer(found.with(f), -f.squaredError())));
    return found.with(settled.get(0)).orBetter(onRows);
  }

  private Found search(LassoBench bench) {
    if (plan.isOpen()) {
      bench.floor();
    }
    onReducedRows().run(bench);
    return options.method() == Method.PAPER ? bench.result() : bench.recoded(bench.result());
  }

  private Found started(
      PreparedData data, BinaryMatrix start, FitMonitor monitor, Incumbent<Found> incumbent) {
    try (LassoSteps steps = plan.open(data.rows(), monitor)) {
      LassoBench bench =
          new LassoBench(plan, steps, data.rows(), monitor, incumbent, new ArrayList<>());
      Portfolio.<LassoBench>empty().then(new StartSearch(start)).run(bench);
      return bench.recoded(bench.result());
    }
  }

  /** The result, on the original data. */
  private static LassoResult result(
      FitOrigin<LassoOptions> origin,
      PreparedData data,
      Found found,
      Restoring restoring,
      FitMonitor monitor) {
    Factors restored = restoring.inOrder(List.of(found.factors())).get(0);
    BinaryMatrix z = restored.z();
    double rmse = data.originalRmse(restored.squaredError());
    long undetermined = 0;
    Rows x = data.original();
    if (x.facts().missing() > 0) {
      UndeterminedBits bits = UndeterminedBits.of(x.matrix(), restored);
      undetermined = bits.count();
      z = bits.z();
      rmse = Rmse.noisy(x, z, restored.w());
    }
    return new LassoResult(
        z,
        restored.w(),
        ColumnTerms.NONE,
        rmse,
        undetermined,
        found.method(),
        found.mu() / data.scale(),
        found.columns().verified(z),
        Map.of(),
        monitor.ended(),
        monitor.trace(),
        monitor.seconds(),
        origin);
  }

  /**
   * Fits a factorisation for each K from 1 to {@code options.k()}: the better of the previous one
   * with a new feature and the convex fit at that K's default penalty.
   *
   * <p>With {@link Method#PAPER}, the K best atoms of one convex fit for each K up to its number of
   * atoms; the default penalty is that of {@code options.k()}.
   *
   * @param x as in {@link #fit}
   * @throws UnfinishedFitException with the {@link PathResult} so far, if the backend fails once a
   *     model with one feature is found
   */
  public PathResult path(Rows x, FitListener listener) {
    try (LoadedData data = new LoadedData(backend, x)) {
      return path(data, listener);
    }
  }

  /** Fits a path of models to {@code x} without a listener. */
  public PathResult path(Rows x) {
    return path(x, FitListener.SILENT);
  }

  /** Fits a path of models to {@code loaded} data, which other fits may also use. */
  public PathResult path(LoadedData loaded, FitListener listener) {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit(), nanoTime);
    FitOrigin<LassoOptions> origin = FitOrigin.of(options, loaded);
    PreparedData data = FactorFit.prepare(loaded, options, monitor);
    Incumbent<Found> incumbent = new Incumbent<>();
    List<Grown> models = new ArrayList<>();
    return monitor.keeping(
        () -> {
          monitor.orSoFar(
              () -> {
                path(data, monitor, incumbent, models);
                return models;
              },
              () -> {
                if (models.isEmpty()) {
                  models.add(new Grown(FactorFit.mean(data), Double.NaN, monitor.elapsed()));
                }
                return models;
              });
          return result(origin, data, models, data::restore, monitor);
        },
        () -> {
          List<Grown> done = models.isEmpty() ? first(incumbent, monitor) : models;
          return done.isEmpty()
              ? null
              : onHost(host -> result(origin, data, done, on(data, host), monitor));
        });
  }

  /**
   * A path's first model, if it is found but not finished: K = 1 takes longer than the next steps.
   */
  private static List<Grown> first(Incumbent<Found> incumbent, FitMonitor monitor) {
    Found best = incumbent.best();
    return best == null || best.factors().z().cols() > 1
        ? List.of()
        : List.of(new Grown(best.factors(), Double.NaN, monitor.elapsed()));
  }

  private void path(
      PreparedData data, FitMonitor monitor, Incumbent<Found> incumbent, List<Grown> models) {
    LassoBench bench;
    FitRows reduced;
    try (LassoSteps steps = plan.open(data, monitor)) {
      bench = new LassoBench(plan, steps, data.rows(), monitor, incumbent, models);
      reduced = bench.reduced(true);
      if (reduced == null) {
        everyK(bench);
        return;
      }
    }
    try (LassoSteps steps = plan.open(reduced, monitor)) {
      everyK(bench.next(steps, reduced));
    }
    List<Factors> found = models.stream().map(Grown::factors).toList();
    List<Factors> settled =
        monitor.time("refine", () -> reduced.settle(found, monitor.signal(), any -> {}));
    for (int i = 0; i < settled.size(); i++) {
      models.set(i, models.get(i).with(settled.get(i)));
    }
  }

  private void everyK(LassoBench bench) {
    PublishedFit published = new PublishedFit();
    boolean isPublished = options.method() == Method.PAPER;
    bench
        .monitor()
        .saving(
            () -> {
              bench.floor();
              if (isPublished) {
                published.everyK(bench);
              } else {
                new GreedyPath().everyK(bench);
              }
            },
            () -> {
              published.stoppedPath(bench);
              bench.requireModel();
            });
  }

  /** Returns the result of a path, its models restored on the original data. */
  private static PathResult result(
      FitOrigin<LassoOptions> origin,
      PreparedData data,
      List<Grown> models,
      Restoring restoring,
      FitMonitor monitor) {
    List<Factors> restored = restoring.inOrder(models.stream().map(Grown::factors).toList());
    List<PathResult.Point> points = new ArrayList<>();
    for (int i = 0; i < restored.size(); i++) {
      Factors f = restored.get(i);
      points.add(
          new PathResult.Point(
              f.z().cols(),
              f.z(),
              f.w(),
              data.originalRmse(f.squaredError()),
              data.rmse(models.get(i).floor()),
              models.get(i).seconds()));
    }
    return new PathResult(List.copyOf(points), monitor.ended(), monitor.trace(), origin);
  }

  /**
   * Maximum bytes of such a fit, or path, to N×D data on the device of {@code backend}, see {@link
   * Backend#bytesNeeded}.
   */
  public static long bytesNeeded(Backend backend, int rows, int cols, LassoOptions options) {
    return new LassoPlan(backend, options).bytesNeeded(rows, cols);
  }

  /**
   * Returns the maximum bytes of a fit to rows in a file, of which a block is loaded at a time.
   *
   * @param x the rows in their file, N×D
   */
  public static long bytesNeeded(Backend backend, FileRows x, LassoOptions options) {
    return new LassoPlan(backend, options).bytesNeeded(x);
  }
}

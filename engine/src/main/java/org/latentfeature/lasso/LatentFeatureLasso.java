package org.latentfeature.lasso;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.SparseBackend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.factor.Portfolio;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.ibp.CollapsedSampler;

/**
 * The Latent Feature Lasso (Yen et al., ICML 2017), from a matrix to a factorisation. It keeps
 * nothing between fits, so that threads may share one as far as they may share its {@link Backend}.
 */
public final class LatentFeatureLasso {

  /** Share of the time that is left, for each search that others follow. */
  private static final double SHARE = 0.5;

  /** Share of that time where X has few rows: what is found there at all is found at once. */
  private static final double SMALL_SHARE = 0.1;

  /** Seconds that each of them may take there, in which Java compiles it. */
  private static final double WARMING = 0.5;

  /** Share of the time that is left, for chains before the path. */
  private static final double CHAIN_SHARE = 0.8;

  /** Share of the time that is left, for chains that come first. */
  private static final double FIRST_CHAIN_SHARE = 0.45;

  /** Share of the time that is left then, for each other view of X. */
  private static final double FIRST_VIEW_SHARE = 0.3;

  /** In so little time other views find nothing: chains have their whole share. */
  private static final Duration SHORTEST = Duration.ofMillis(1500);

  /** In so little time chains come first where the singular values of X have no gap. */
  private static final Duration SHORT = Duration.ofSeconds(5);

  /** Share of the time that is left, for each other view of X. */
  private static final double VIEW_SHARE = 0.15;

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
   * the span of X, columns from cumulants, vertices near the span of X, moves of rows against the
   * dictionary of the others, differences of rows, the convex fit at falling penalties, the path,
   * exchanges of features, and short chains of Gibbs sampling, which come before the path if the
   * singular values have no gap after K. The result is the best of all. Under a time limit each of
   * these up to the convex fit has a share of the time that is left, a half or, of few rows and but
   * for differences, less, and with 5 s or less chains that have time to end come second where
   * there is no gap; a given penalty leaves only the convex fit, the path and the exchanges. How
   * each went is reported to the listener.
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
    return fit(loaded, List.of(), listener);
  }

  /**
   * Fits a model to {@code loaded} data. If no cheap search settles them, other views are searched
   * in turn; the result is that of the first which verified columns or cumulants settle.
   *
   * @param views of the same data
   */
  public LassoResult fit(LoadedData loaded, List<? extends OtherView> views, FitListener listener) {
    return new LassoFit(plan, loaded, listener, nanoTime)
        .run(onRows(loaded, views), onReducedRows(loaded));
  }

  /**
   * Returns why each search before the convex fit does not apply to {@code loaded} data, by its
   * name and in the order in which they are tried; empty for those that do. Nothing is searched.
   *
   * @param views of the same data
   * @throws org.latentfeature.base.progress.StoppedException if the listener stops it
   */
  public Map<String, Optional<String>> refusals(
      LoadedData loaded, List<? extends OtherView> views, FitListener listener) {
    return new LassoFit(plan, loaded, listener, nanoTime).refusals(onRows(loaded, views));
  }

  /**
   * Searches verified columns and cumulants alone.
   *
   * @return a fit that may be the ground truth; empty if these searches find none
   */
  public Optional<LassoResult> settled(LoadedData loaded, FitListener listener) {
    Portfolio<LassoBench> none = Portfolio.empty();
    return new LassoFit(plan, loaded, listener, nanoTime)
        .settled(none.then(new ColumnAtoms()).then(new CumulantCodes(true)));
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
    return new LassoFit(plan, loaded, listener, nanoTime).run(start.cols(), new StartSearch(start));
  }

  private double share(LoadedData data) {
    Duration limit = options.timeLimit();
    return limit != null && CollapsedSampler.hasGram(data.source().rows())
        ? Math.min(SHARE, Math.max(SMALL_SHARE, WARMING / (limit.toNanos() * 1e-9)))
        : SHARE;
  }

  private boolean isShort() {
    Duration limit = options.timeLimit();
    return limit != null && limit.compareTo(SHORT) <= 0 && plan.isOpen();
  }

  /**
   * Returns whether there is so little time that chains do not wait for other searches, and enough
   * for the first of them to end; the convex fit has less error than those that are cut off.
   */
  private boolean areChainsFirst(LoadedData data) {
    Duration limit = options.timeLimit();
    return isShort()
        && limit != null
        && ChainSearch.firstSeconds(data.source().rows(), options.k(), backend.info().threads())
            <= firstChainShare() * limit.toNanos() * 1e-9;
  }

  private double firstChainShare() {
    Duration limit = options.timeLimit();
    return limit != null && limit.compareTo(SHORTEST) <= 0 ? CHAIN_SHARE : FIRST_CHAIN_SHARE;
  }

  /** Returns the searches on the rows as they are, in the order in which they are tried. */
  private Portfolio<LassoBench> onRows(LoadedData data, List<? extends OtherView> views) {
    double share = share(data);
    boolean areChainsFirst = areChainsFirst(data);
    Portfolio<LassoBench> none = Portfolio.empty();
    if (!plan.isOpen()) {
      return none;
    }
    Portfolio<LassoBench> all = none.then(share, new ColumnAtoms());
    if (areChainsFirst) {
      all =
          withViews(
              all.then(SHARE, new DifferenceCodes())
                  .then(firstChainShare(), new ChainSearch(ChainSearch.Place.FIRST)),
              FIRST_VIEW_SHARE,
              views);
    }
    all =
        all.then(share, new CumulantCodes(false))
            .then(share, new VertexCodes())
            .then(share, new RowMoves());
    return areChainsFirst
        ? all
        : withViews(all.then(SHARE, new DifferenceCodes()), VIEW_SHARE, views);
  }

  private static Portfolio<LassoBench> withViews(
      Portfolio<LassoBench> before, double share, List<? extends OtherView> views) {
    Portfolio<LassoBench> all = before;
    for (OtherView view : views) {
      all = all.then(share, new ViewSearch(view));
    }
    return all;
  }

  /** Returns the searches after those, on rows of fewer dimensions where there are many. */
  private Portfolio<LassoBench> onReducedRows(LoadedData data) {
    Portfolio<LassoBench> none = Portfolio.empty();
    PenaltySearch penalties = new PenaltySearch();
    return switch (options.method()) {
      case LASSO -> none.then(penalties);
      case PATH -> none.then(new GreedyPath());
      case PAPER -> none.then(new PublishedFit());
      case BEST -> {
        boolean areChainsFirst = areChainsFirst(data);
        double share = isShort() && !areChainsFirst ? SHARE : share(data);
        Portfolio<LassoBench> all = none.then(share, penalties);
        if (plan.isOpen()) {
          ChainSearch.Place place =
              areChainsFirst ? ChainSearch.Place.RESUMED : ChainSearch.Place.BEFORE_PATH;
          all = all.then(CHAIN_SHARE, new ChainSearch(place));
        }
        all = all.then(new GreedyPath()).thenResume(penalties).then(new ExchangeSearch());
        yield plan.isOpen() ? all.then(new ChainSearch(ChainSearch.Place.LAST)) : all;
      }
    };
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
    return new LassoFit(plan, loaded, listener, nanoTime).path();
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

  /**
   * Returns the maximum bytes of a fit that begins with given codes, see {@link #fit(LoadedData,
   * BinaryMatrix, FitListener)}.
   *
   * @param x the rows, N×D
   */
  public static long startedBytes(Backend backend, Rows x, LassoOptions options) {
    return x instanceof FileRows file
        ? new LassoPlan(backend, options).startedBytes(file)
        : new LassoPlan(x.isSparse() ? backend.sparse() : backend, options)
            .startedBytes(x.rows(), x.cols());
  }

  /**
   * Returns the bytes of a fit to sparse rows whose columns are all verified at once, so that no
   * later search runs; {@link #bytesNeeded(Backend, int, int, LassoOptions)} has them all.
   *
   * @param sparse the backend as sparse rows see it
   * @param rows N
   * @param cols D
   * @param options of the fit
   */
  public static long settledBytes(SparseBackend sparse, int rows, int cols, LassoOptions options) {
    return new LassoPlan(sparse, options).settledBytes(rows, cols);
  }

  /** Another view of X, in which Z is searched if no cheap search settles X as it is. */
  public interface OtherView {

    /** Returns its name, such as {@code centred view}. */
    String name();

    /** Returns why it is no other view of these data, as one line; null if it is one. */
    @Nullable String refusal(StopSignal stop);

    /**
     * Searches it by verified columns and cumulants alone.
     *
     * @param listener stops the search, which then has no result
     * @return a fit of X whose codes are the ground truth in this view, as far as its singular
     *     values tell; empty if these searches find none
     */
    Optional<LassoResult> settled(FitListener listener);
  }
}

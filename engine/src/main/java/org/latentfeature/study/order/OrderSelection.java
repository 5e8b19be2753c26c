package org.latentfeature.study.order;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.columns.difference.DifferenceSearch;
import org.latentfeature.columns.subspace.ColumnSearch;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.lasso.variant.Views;

/**
 * Chooses the number of features from the data (docs/number-of-features.md): where two counts of
 * singular values agree, that number; otherwise by the error of a path of fits on entries that they
 * have not seen.
 */
public final class OrderSelection {

  /** Share of the remaining time for each path; the fit that follows has what is left. */
  private static final double SHARE = 0.5;

  /**
   * Maximum D for which differences of rows are counted: with more columns singular values can
   * count as many features, and to look for that many differences takes half a minute.
   */
  private static final int COUNTED_COLUMNS = DifferenceSearch.MOST_FEATURES;

  /** X is oblong if it has this many times as many rows as columns, or as many columns as rows. */
  private static final int OBLONG = 4;

  /** Share of the remaining time for differences of rows. */
  private static final double COUNTING_SHARE = 0.25;

  /** A fit whose error is at most this share of the size of X is exact, but for rounding. */
  private static final double EXACT = 1e-6;

  /** Share of the known entries that paths do not see. */
  private static final double HELD_OUT = 0.1;

  private final LoadedData data;
  private final Options options;
  private final FitListener listener;
  private final Paths paths;
  private final ExactFit exact;

  /**
   * The limits and the seed of a choice.
   *
   * @param most maximum number of features; null for twice the singular values that stand out, at
   *     least 10 and at most 60 (60 if they are unknown), but no more than N/2 or D
   * @param seed of every random number
   * @param timeLimit of the choice and the fit that follows, of which each path takes at most half
   *     of what is left; null for none
   */
  public record Options(@Nullable Integer most, long seed, @Nullable Duration timeLimit) {

    /** Without limits of the caller's, seed 0. */
    public static final Options DEFAULT = new Options(null, 0, null);

    private static final int SMALLEST = 5;
    private static final int LARGEST = 60;

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if {@code most} is below 1
     */
    public Options {
      if (most != null && most < 1) {
        throw new IllegalArgumentException(
            "the maximum number of features is " + most + "; it must be at least 1");
      }
    }

    /** The maximum that is ever chosen for {@code x}. */
    private int largest(Rows x) {
      return Math.min(most == null ? LARGEST : most, x.rows());
    }

    /** The maximum for {@code x}. */
    private int most(Rows x, @Nullable SpectralCounts spectral) {
      if (most != null) {
        return Math.min(most, x.rows());
      }
      int dimensions = Math.max(1, Math.min(x.rows() / 2, x.cols()));
      int usual = spectral == null ? LARGEST : 2 * Math.max(spectral.whole(), SMALLEST);
      return Math.min(Math.min(usual, LARGEST), dimensions);
    }
  }

  /** The source of a factorisation for each K. */
  interface Paths {
    /** A path; NaN in {@code x} is an entry that it does not see. */
    PathResult fit(Matrix x, LassoOptions options, FitListener listener);
  }

  /** A fit of all of X by searches that find what has no error; others would take minutes. */
  @FunctionalInterface
  interface ExactFit {
    /** The root mean square error of a fit of X; infinite if no search settles it. */
    double rmse(LassoOptions options);
  }

  /** Fits paths by {@code paths}, and all of X by {@code exact}. */
  OrderSelection(
      LoadedData data, Options options, FitListener listener, Paths paths, ExactFit exact) {
    this.exact = exact;
    this.data = data;
    this.options = options;
    this.listener = listener;
    this.paths = paths;
  }

  /**
   * The number of features of {@code data} (N×D). Unless differences of rows decide, it does not
   * depend on the order of the rows.
   *
   * @param listener of all fits; can stop them
   * @throws IllegalArgumentException if all entries are zero
   * @throws DataException if the spectral counts do not decide, and X is sparse or in its file, or
   *     has one column
   * @throws org.latentfeature.backend.OutOfBackendMemoryException if the memory does not suffice
   * @throws StoppedException if the listener stops it, or there is no time for any fit
   */
  public static ChosenCount choose(LoadedData data, Options options, FitListener listener) {
    return new OrderSelection(
            data,
            options,
            listener,
            (x, chosen, inner) -> {
              new FitRequest<>(new LassoEstimator(), chosen)
                  .plain()
                  .requireMemory(data.backend(), x);
              return new LatentFeatureLasso(data.backend(), chosen).path(x, inner);
            },
            wanted -> {
              new FitRequest<>(new LassoEstimator(), wanted)
                  .plain()
                  .requireMemory(data.backend(), data.source());
              LatentFeatureLasso lasso = new LatentFeatureLasso(data.backend(), wanted);
              // Columns are not verified by few rows, on which the other searches take no time.
              return data.source().rows() < ColumnSearch.leastRows(wanted.k())
                  ? lasso.fit(data, listener).rmse()
                  : lasso
                      .settled(data, listener)
                      .map(LassoResult::rmse)
                      .orElse(Double.POSITIVE_INFINITY);
            })
        .choose();
  }

  /**
   * The number that {@link #choose} takes of {@code data}, if it needs no fit for that.
   *
   * @param listener can stop it
   * @throws StoppedException if the listener stops it
   */
  public static Optional<ChosenCount> counted(
      LoadedData data, Options options, FitListener listener) {
    OrderSelection selection =
        new OrderSelection(
            data,
            options,
            listener,
            (x, chosen, inner) -> {
              throw new IllegalStateException("a count fits no path");
            },
            wanted -> {
              throw new IllegalStateException("a count fits nothing");
            });
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit());
    SpectralCounts spectral = selection.spectral(monitor);
    if (spectral == null || selection.mayBeExact(spectral.rank(), data.source())) {
      return spectral != null && selection.isSpectral(spectral)
          ? Optional.of(chosen(spectral.whole(), ChosenCount.SPECTRAL, spectral))
          : Optional.empty();
    }
    return Optional.ofNullable(selection.counted(spectral, monitor));
  }

  private @Nullable SpectralCounts spectral(FitMonitor monitor) {
    boolean isKnown = data.source().facts().missing() == 0;
    return isKnown ? SpectralCounts.of(data, monitor.signal()) : null;
  }

  private boolean isSpectral(SpectralCounts spectral) {
    return spectral.agree() && (options.most() == null || spectral.whole() <= options.most());
  }

  /** The first rule that decides without a fit; null if none does. */
  private @Nullable ChosenCount counted(SpectralCounts spectral, FitMonitor monitor) {
    return isSpectral(spectral)
        ? chosen(spectral.whole(), ChosenCount.SPECTRAL, spectral)
        : beside(spectral, data.source(), monitor);
  }

  ChosenCount choose() {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit());
    Rows x = data.source();
    SpectralCounts spectral = spectral(monitor);
    if (spectral != null && !isSpectral(spectral) && isExact(spectral.rank(), x, monitor)) {
      return chosen(spectral.rank(), ChosenCount.EXACT, spectral);
    }
    ChosenCount counted = spectral == null ? null : counted(spectral, monitor);
    if (counted != null) {
      return counted;
    }
    Matrix rows = RowsByContent.of(requireDense(x, spectral));
    int most = options.most(x, spectral);
    if (spectral != null && spectral.whole() == 0) {
      // More features than half of the columns describe noise, too.
      int half = Math.max(1, Math.min(most, Math.min(x.rows(), x.cols()) / 2));
      Comparison described = Comparison.of(path(rows, half, monitor), rows);
      if (described.shortest() == 0) {
        return chosen(0, ChosenCount.DESCRIPTION, spectral, described);
      }
    }
    HeldOutEntries entries = new HeldOutEntries(rows, HELD_OUT, options.seed());
    if (entries.count() == 0) {
      throw new DataException(
          "X, %,d × %,d, is too small to hold out entries and choose K by them; pass -k"
              .formatted(x.rows(), x.cols()));
    }
    Comparison predicted = Comparison.of(path(entries.training(), most, monitor), entries);
    return chosen(predicted.rule().chosen(), ChosenCount.HELD_OUT, spectral, predicted);
  }

  /** The first rule that decides where the spectral counts of X do not agree; null if none does. */
  private @Nullable ChosenCount beside(SpectralCounts spectral, Rows x, FitMonitor monitor) {
    Integer gap = spectral.gap();
    if (gap != null && gap <= options.largest(x)) {
      return chosen(gap, ChosenCount.GAP, spectral);
    }
    ViewCounts.Agreed view = ViewCounts.of(data, options.largest(x), monitor.signal());
    if (view != null) {
      return chosen(view.counts().whole(), view.rule(), view.counts());
    }
    Integer above = spectral.uncentred();
    if (above != null && spectral.agree(above) && isNoiseEqual(x, above, monitor)) {
      return chosen(above, ChosenCount.EQUAL_NOISE, spectral);
    }
    int differences = differences(monitor);
    return differences > 0 ? chosen(differences, ChosenCount.DIFFERENCES, spectral) : null;
  }

  /**
   * Returns whether X is so long or wide that the threshold of its whole count lies far above
   * noise, whose eigenvalues are nearly equal there, and all columns have the same noise (rows, if
   * these are fewer), if {@code k} features stand out.
   */
  private boolean isNoiseEqual(Rows x, int k, FitMonitor monitor) {
    int larger = Math.max(x.rows(), x.cols());
    return x instanceof Matrix dense
        && Views.areSearched(dense)
        && larger >= OBLONG * Math.min(x.rows(), x.cols())
        && k <= options.largest(x)
        && Views.haveSameNoise(data.backend(), dense, k, monitor.signal());
  }

  /**
   * Returns whether {@code rank} features leave no error, on rows of which at most half are
   * distinct: 2^K codes stand for all rows, and few real numbers for their entries, which
   * continuous noise never allows.
   *
   * @param rank of X, the fewest features that can
   */
  private boolean isExact(int rank, Rows x, FitMonitor monitor) {
    if (!mayBeExact(rank, x)) {
      return false;
    }
    double rmse = exact.rmse(options(rank, monitor));
    return rmse <= EXACT * Math.sqrt(x.facts().meanSquare());
  }

  private boolean mayBeExact(int rank, Rows x) {
    return x instanceof Matrix dense
        && rank <= options.largest(x)
        && 2 * RowsByContent.distinct(dense) <= x.rows();
  }

  /**
   * Returns how many differences of rows stand out, which may be more than X has columns; 0 where
   * none do, or there are too many columns to see it.
   */
  private int differences(FitMonitor monitor) {
    int[] count = {0};
    Rows x = PreparedData.of(data, monitor.signal()).fitted().source();
    if (x instanceof Matrix dense && dense.cols() <= COUNTED_COLUMNS) {
      int threads = Math.max(1, data.backend().info().threads());
      monitor.within(
          COUNTING_SHARE,
          () ->
              count[0] =
                  monitor.time(
                      "differences",
                      () ->
                          DifferenceSearch.count(
                              dense,
                              options.largest(x),
                              options.seed(),
                              threads,
                              monitor.signal())));
    }
    return count[0];
  }

  private static Matrix requireDense(Rows x, @Nullable SpectralCounts spectral) {
    if (x instanceof Matrix dense) {
      return dense;
    }
    String said =
        spectral == null
            ? "X has no spectral counts"
            : "the spectral counts of X are %d, and %s centred"
                .formatted(
                    spectral.whole(), spectral.centred() == null ? "unknown" : spectral.centred());
    throw new DataException(
        "%s; to choose K by held-out entries, X, %s, must be dense and in memory: %s, or choose a number of features"
            .formatted(said, x, Phrase.DENSE_IN_MEMORY));
  }

  /** A fit of {@code k} features, with its share of the time. */
  private LassoOptions options(int k, FitMonitor monitor) {
    monitor.signal().check();
    Duration limit = options.timeLimit();
    Duration left =
        limit == null
            ? null
            : Duration.ofNanos((long) (SHARE * (limit.toNanos() - monitor.elapsed() * 1e9)));
    return LassoOptions.of(k).withSeed(options.seed()).withTimeLimit(left);
  }

  private PathResult path(Matrix x, int most, FitMonitor monitor) {
    LassoOptions chosen =
        options(most, monitor)
            .withMethod(Method.PATH)
            .withEmptyColumns(LassoOptions.EmptyColumns.DROP);
    PathResult path = paths.fit(x, chosen, listener);
    if (path.ended().isGivenUp()) {
      throw new StoppedException();
    }
    return path;
  }

  private static Map<String, Integer> counts(@Nullable SpectralCounts spectral) {
    Map<String, Integer> counts = new TreeMap<>();
    if (spectral != null) {
      counts.put(ChosenCount.GAVISH_DONOHO, spectral.whole());
      if (spectral.centred() != null) {
        counts.put(ChosenCount.KRITCHMAN_NADLER, spectral.centred());
      }
    }
    return counts;
  }

  private static ChosenCount chosen(int k, String rule, SpectralCounts spectral) {
    return new ChosenCount(k, rule, counts(spectral), List.of());
  }

  private static ChosenCount chosen(
      int k, String rule, @Nullable SpectralCounts spectral, Comparison compared) {
    Map<String, Integer> counts = counts(spectral);
    counts.put(ChosenCount.SHORTEST, compared.shortest());
    OneStandardError heldOut = compared.heldOut();
    if (heldOut != null) {
      counts.put(ChosenCount.LEAST_HELD_OUT, heldOut.least());
      counts.put(ChosenCount.WITHIN_ONE_ERROR, heldOut.chosen());
    }
    return new ChosenCount(k, rule, counts, compared.table());
  }
}

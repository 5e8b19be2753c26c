package org.latentfeature.lasso.variant;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Phrase;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.sequence.OrderedRows;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Variant;

/**
 * Fits of a {@link Variant} of the squared error, or under {@link Weights} of rows and columns:
 *
 * <pre>  minimise Σ ω_n μ_d ρ(x_nd − z_n·w_d − b_d) + 2λ Σ |w_kd|</pre>
 *
 * over binary Z, W, nonnegative if asked, and b, 0 unless asked, where ρ is the square or Huber's
 * loss. Z is searched by plain fits to rows that stand for X, and refined for this.
 */
public final class VariantLasso {

  /** Name of the figure of the share of known entries that weigh less than ½ in a robust fit. */
  public static final String OUTLYING_ENTRIES = "outlying_entries";

  /** Name of the figure of the number of rows that weigh less than ½ on average. */
  public static final String OUTLYING_ROWS = "outlying_rows";

  /** Name of the figure of the penalty λ on W. */
  public static final String L1 = "l1_penalty";

  /** Looks for Z by the plain squared error. */
  @FunctionalInterface
  interface Search {
    /**
     * A fit of {@code data}, as {@link org.latentfeature.lasso.LatentFeatureLasso} fits; nothing if
     * it is not settled, of a search that gives up.
     */
    Optional<LassoResult> fit(LoadedData data, LassoOptions options, FitListener listener);
  }

  private VariantLasso() {}

  /**
   * Fits X ≈ Z W + 1 bᵀ with K features. The listener, the time limit and an interruption stop it,
   * as they stop a plain fit; searches that are left out then are left out.
   *
   * @param data X, N×D, in memory; NaN where an entry is missing
   * @throws DataException if X is in its file, or sparse where the fit takes weights of entries or
   *     rows in order, or weights are not N and D
   * @throws IllegalArgumentException if the options contradict each other
   */
  public static LassoResult fit(
      LoadedData data, LassoOptions options, Weights weights, FitListener listener) {
    return fit(
        data,
        options,
        weights,
        (rows, plain, inner) ->
            Optional.of(new LatentFeatureLasso(rows.backend(), plain).fit(rows, inner)),
        listener);
  }

  /**
   * Searches Z by verified columns and cumulants alone, and refines what they find.
   *
   * @param variances of the noise of columns; null if they are to be estimated, where weights go by
   *     them
   * @return nothing unless they find what may be the ground truth
   */
  static Optional<LassoResult> settled(
      LoadedData data,
      LassoOptions options,
      Weights weights,
      double @Nullable [] variances,
      FitListener listener) {
    requireInMemory(data, options.variant());
    return new VariantFit(
            data,
            options,
            weights,
            (rows, plain, inner) ->
                new LatentFeatureLasso(rows.backend(), plain).settled(rows, inner),
            true,
            variances,
            listener)
        .run();
  }

  /** Fits by other searches than those of {@link LatentFeatureLasso}. */
  static LassoResult fit(
      LoadedData data, LassoOptions options, Weights weights, Search search, FitListener listener) {
    weights.requireFor(data.source().rows(), data.source().cols());
    if (isPlain(options, weights)) {
      return search.fit(data, options, listener).orElseThrow();
    }
    requirePossible(options, options.variant().isPlain() ? "weights" : options.variant().name());
    requireInMemory(data, options.variant());
    if (options.variant().isOrdered()) {
      requireOrderable(options, weights);
      return new OrderedFit(data, options, search, listener).run();
    }
    return new VariantFit(data, options, weights, search, false, null, listener)
        .run()
        .orElseThrow();
  }

  private static void requireInMemory(LoadedData data, Variant variant) {
    if (data.source() instanceof FileRows) {
      throw new DataException(
          "weights, constraints and robust fits need all rows in memory, but X is read block by block; "
              + Phrase.MEMORY);
    }
    if (data.source().isSparse()) {
      if (variant.robust() || variant.isOrdered()) {
        throw new DataException(
            "robust fits and rows in order need dense rows, but X is sparse; " + Phrase.DENSE);
      }
      data.source().facts().requireFinite("X");
      return;
    }
    long entries = data.source().size();
    if (entries > Integer.MAX_VALUE) {
      throw new DataException(
          "weights, constraints and robust fits take up to %,d entries, but X has %,d; fit fewer rows"
              .formatted(Integer.MAX_VALUE, entries));
    }
    data.x().facts().requireFiniteOrMissing("X");
  }

  private static void requireOrderable(LassoOptions options, Weights weights) {
    if (!weights.isNone()) {
      throw new OptionException(
          "order", "is rows, which does not go with weights; drop one of the two");
    }
    if (options.k() > OrderedRows.MOST_FEATURES) {
      throw new OptionException(
          "order",
          "is rows, which takes up to %d features, but K is %d"
              .formatted(OrderedRows.MOST_FEATURES, options.k()));
    }
  }

  /** Returns whether such a fit minimises the squared error alone, as the lasso itself does. */
  public static boolean isPlain(LassoOptions options, Weights weights) {
    return options.variant().isPlain() && weights.isNone();
  }

  /**
   * Number of rows that a fit to {@code n} rows searches: those of weight above 1 several times.
   */
  public static int searchedRows(Weights weights, int n) {
    double[] rows = weights.rows();
    return rows == null ? n : RepeatedRows.of(rows).rows().length;
  }

  /**
   * Maximum bytes of the host's memory that the refinement of sparse rows takes beside the search:
   * W of two solutions and the products of X and Z, of each thread, too. Where a fit is nearly
   * exact, sums in twice the digits come after those, in no more memory.
   *
   * @param rows N
   * @param cols D
   */
  public static long refinedBytes(Backend backend, int rows, int cols, LassoOptions options) {
    long k = options.k() + 1L;
    return k * ((backend.info().threads() + 4L) * cols * Double.BYTES + rows);
  }

  /**
   * Checks that these options go together.
   *
   * @param option what is asked beside the plain squared error, for messages, such as "robust"
   * @throws OptionException naming two that do not
   */
  public static void requirePossible(LassoOptions options, String option) {
    String other = null;
    Variant variant = options.variant();
    if (variant.isOrdered() && !variant.isOrderedOnly()) {
      throw new OptionException(
          "order",
          "is rows, which does not go with %s; drop one of the two"
              .formatted(
                  options.view().isOther()
                      ? "view " + options.view().word()
                      : variant.withOrder(Variant.RowOrder.NONE).name()));
    }
    if (options.method() == Method.PAPER) {
      other = "method paper, the algorithm as published";
    } else if (options.ridge() != null) {
      other = "ridge, which is of the plain squared error";
    } else if (options.bitCost() != 0) {
      other = "bit-cost, which is of the plain squared error";
    } else if (options.dropsEmptyColumns()) {
      other = "empty-columns drop; remove these columns from X";
    } else if (options.penalty() != null && options.variant().intercept()) {
      other = "penalty, which is of the convex fit of X alone";
    }
    if (other != null) {
      throw new OptionException(
          option, "does not go with %s; drop one of the two".formatted(other));
    }
  }
}

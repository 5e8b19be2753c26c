package org.latentfeature.fit.sequence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.EntrySizes;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.OptionException;

/**
 * Codes of rows in order of time, X = Z W + noise, where each feature is a Markov chain over the
 * rows (docs/order.md): by the posterior of each bit for up to {@value #SUMMED_FEATURES} features,
 * by the most probable columns in turn beyond.
 */
public final class OrderedRows {

  /** Maximum features, K. */
  public static final int MOST_FEATURES = 40;

  /** Maximum features for which all 2^K codes are summed over. */
  public static final int SUMMED_FEATURES = 12;

  /** Bytes of the messages of a block; its rows are as many as fit, for each thread. */
  private static final long BLOCK = 1L << 24;

  private static final int MIN_ROWS = 256;

  private static final int MAX_ROWS = 4096;

  /** Rows on either side of a block that it knows. */
  private static final int OVERLAP = 128;

  private static final int LIKELY_ROWS = 100;

  private static final double LIKELY_RATIO = 0.5;

  /** Larger data are not looked through for an order. */
  private static final long LIKELY_ENTRIES = 20_000_000;

  /** Rows without an order have a ratio within so many standard errors of 1, or above. */
  private static final double ERRORS = 4;

  /** Median size of a standard normal number. */
  private static final double NORMAL_MEDIAN = 0.6745;

  private OrderedRows() {}

  /**
   * Returns von Neumann's ratio of rows in this order: their mean squared distance from the next,
   * over that of any two rows. Near 1 of rows without an order, near 0 of rows much like the next.
   *
   * @param x N×D, complete
   */
  public static double ratio(Matrix x) {
    double[] means = x.columnMeans(StopSignal.NEVER);
    float[] row = new float[x.cols()];
    float[] before = new float[x.cols()];
    double steps = 0;
    double total = 0;
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int d = 0; d < row.length; d++) {
        total += (row[d] - means[d]) * (row[d] - means[d]);
        steps += i == 0 ? 0 : ((double) row[d] - before[d]) * ((double) row[d] - before[d]);
      }
      System.arraycopy(row, 0, before, 0, row.length);
    }
    return total > 0 ? steps / (2 * total) * x.rows() / Math.max(1, x.rows() - 1) : 1;
  }

  /**
   * Checks that the rows of {@code x} can be in order of time.
   *
   * @throws DataException if entries are missing, or a column is the same in every row
   * @throws OptionException with their {@link #ratio} if they are in any order
   */
  public static void require(Matrix x) {
    long missing = x.facts().missing();
    if (missing > 0) {
      throw new DataException(
          "rows in order of time must be complete, but %,d entries of X are missing; fill them, or drop the option order"
              .formatted(missing));
    }
    EntrySizes.requireVaried(x, "an order of rows");
    double ratio = ratio(x);
    if (ratio > least(x.rows())) {
      throw new OptionException(
          "order",
          "is rows, but rows of X are as far from the next as from any other (von Neumann's ratio %.3f, 1 without an order), so that they are not in order of time; sort them, or drop it"
              .formatted(ratio));
    }
  }

  /** Returns the minimum ratio of rows without an order, of which there are {@code rows}. */
  private static double least(int rows) {
    return 1 - ERRORS / Math.sqrt(rows);
  }

  /**
   * Returns the {@link #ratio} of rows that are in no order of time: a hundred or more complete
   * ones that {@link #require} refuses for it; empty of others.
   */
  public static OptionalDouble highRatio(Matrix x) {
    boolean isCounted = x.rows() >= LIKELY_ROWS && x.facts().missing() == 0;
    double ratio = isCounted ? ratio(x) : 0;
    return isCounted && ratio > least(x.rows()) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
  }

  /**
   * Returns the {@link #ratio} of rows that look as if they were in order of time: a hundred or
   * more complete ones whose ratio is below one half; empty of others.
   */
  public static OptionalDouble lowRatio(Matrix x) {
    boolean isCounted =
        x.rows() >= LIKELY_ROWS
            && (long) x.rows() * x.cols() <= LIKELY_ENTRIES
            && x.facts().missing() == 0;
    double ratio = isCounted ? ratio(x) : 1;
    return ratio < LIKELY_RATIO ? OptionalDouble.of(ratio) : OptionalDouble.empty();
  }

  /**
   * Returns the variance of the noise, the mean over columns, by the median step from a row to the
   * next, which switches hardly change.
   *
   * @param x N×D, complete, N at least 2
   */
  public static double noise(Matrix x) {
    int n = x.rows();
    double[] steps = new double[n - 1];
    double sum = 0;
    for (int d = 0; d < x.cols(); d++) {
      for (int i = 0; i + 1 < n; i++) {
        steps[i] = Math.abs((double) x.get(i + 1, d) - x.get(i, d));
      }
      Arrays.sort(steps);
      double deviation = steps[steps.length / 2] / NORMAL_MEDIAN;
      sum += deviation * deviation / 2;
    }
    return sum / x.cols();
  }

  /**
   * The posterior of all codes, and what follows for W.
   *
   * @param z the codes: bits that are on with a probability above one half, or the most probable
   *     columns
   * @param on N×K probabilities of the bits; {@code z} itself above {@value #SUMMED_FEATURES}
   *     features
   * @param pairs Σ_n E[z_n z_nᵀ], K×K
   * @param products Σ_n E[z_n] x_nᵀ, K×D
   * @param likelihood ln p(X) up to a constant of X and σ; NaN above {@value #SUMMED_FEATURES}
   *     features
   */
  public record Posterior(
      BinaryMatrix z, Matrix on, Dense pairs, Dense products, double likelihood) {}

  /**
   * Computes the posterior of all bits.
   *
   * @param x N×D, complete
   * @param w K×D, K at most {@value #MOST_FEATURES}
   * @param variance σ² of the noise, above 0
   * @param start codes to begin with, N×K, which matter above {@value #SUMMED_FEATURES} features
   * @param threads number of threads; the result does not depend on it
   * @param stop ends it with an exception
   */
  public static Posterior posterior(
      Matrix x,
      Dense w,
      double variance,
      SwitchRates rates,
      BinaryMatrix start,
      int threads,
      StopSignal stop) {
    return w.rows() <= SUMMED_FEATURES
        ? summed(x, w, variance, rates, rows(w.rows()), OVERLAP, threads, stop)
        : certain(x, new CoordinateViterbi(x, w, variance, rates).run(start, stop));
  }

  private static int rows(int k) {
    return (int) Math.max(MIN_ROWS, Math.min(MAX_ROWS, BLOCK / (4L << k)));
  }

  /** The posterior of rows in blocks, each known with {@code overlap} rows on either side. */
  static Posterior summed(
      Matrix x,
      Dense w,
      double variance,
      SwitchRates rates,
      int blockRows,
      int overlap,
      int threads,
      StopSignal stop) {
    int n = x.rows();
    int k = w.rows();
    float[] on = new float[Math.multiplyExact(n, k)];
    int blocks = (n + blockRows - 1) / blockRows;
    ForwardBackward posterior = new ForwardBackward(w, variance, rates);
    List<ForwardBackward.@Nullable Sums> parts = new ArrayList<>(Collections.nCopies(blocks, null));
    Workers.share(
        threads,
        blocks,
        stop,
        (worker, i) ->
            parts.set(
                i,
                posterior.block(
                    x, i * blockRows, Math.min(n, (i + 1) * blockRows), overlap, on, stop)));
    ForwardBackward.Sums all = new ForwardBackward.Sums(k, x.cols());
    parts.forEach(part -> all.add(Objects.requireNonNull(part)));
    Matrix probabilities = Matrix.allocate(n, k);
    boolean[][] bits = new boolean[k][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < k; j++) {
        probabilities.set(i, j, on[i * k + j]);
        bits[j][i] = on[i * k + j] > .5f;
      }
    }
    Dense pairs = new Dense(k, k);
    for (int s = 0; s < all.states.length; s++) {
      for (int a = s; a != 0; a &= a - 1) {
        for (int b = s; b != 0; b &= b - 1) {
          int at = Integer.numberOfTrailingZeros(a) * k + Integer.numberOfTrailingZeros(b);
          pairs.values()[at] += all.states[s];
        }
      }
    }
    return new Posterior(columns(n, bits), probabilities, pairs, all.products, all.likelihood);
  }

  /**
   * Returns what codes that are certain sum to.
   *
   * @param x N×D
   * @param z N×K
   */
  public static Posterior certain(Matrix x, BinaryMatrix z) {
    int k = z.cols();
    Dense pairs = new Dense(k, k);
    Dense products = new Dense(k, x.cols());
    Matrix on = Matrix.allocate(x.rows(), k);
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      int[] features = z.columnsOf(i);
      for (int j : features) {
        on.set(i, j, 1);
        for (int other : features) {
          pairs.values()[j * k + other]++;
        }
        for (int d = 0; d < row.length; d++) {
          products.values()[j * row.length + d] += row[d];
        }
      }
    }
    return new Posterior(z, on, pairs, products, Double.NaN);
  }

  private static BinaryMatrix columns(int rows, boolean[][] bits) {
    List<BitVector> columns = new ArrayList<>();
    for (boolean[] column : bits) {
      columns.add(BitVector.of(column));
    }
    return BinaryMatrix.ofColumns(rows, columns);
  }
}

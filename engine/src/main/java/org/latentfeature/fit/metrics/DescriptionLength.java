package org.latentfeature.fit.metrics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Rows;

/**
 * The bits that describe X by Z, W and the residual (Rissanen's two-part code). It compares
 * factorisations with different numbers of features: one more feature must save more bits of the
 * residual than it costs itself.
 *
 * <pre>
 *   Σ_d N_d/2 log₂ σ_d²     the residual E = X − Z W: in column d noise of variance
 *                           σ_d² = ‖e_d‖² / N_d, over its N_d known entries
 *   + Σ_k D/2 log₂(1+n_k)   W: an entry is known to about 1/√n_k from the n_k rows that have it
 *   + Σ_k N h(n_k/N) + log₂(N+1)   Z: n_k, and which rows they are; h is the binary entropy
 * </pre>
 *
 * <p>What does not depend on Z and W is left out, so that only differences mean something. σ_d is
 * never taken to be below the rounding of X to 24 bits, nor below a thousandth of the median of
 * all: one column without noise would outweigh the rest. Columns of X that are all zero say nothing
 * and are left out.
 */
public final class DescriptionLength {

  private static final double ROUNDING = 0x1p-24;

  /** The least σ_d as a share of their median. */
  private static final double QUIETEST = 1e-3;

  private final Rows x;
  private final double[] squares;
  private final int[] known;
  private final int[] used;
  private final double least;

  /**
   * Prepares to describe {@code x}, which is read once, by factorisations.
   *
   * @param x N×D, NaN where an entry is missing
   */
  public DescriptionLength(Rows x) {
    this.x = x;
    squares = ColumnErrors.of(x, BinaryMatrix.empty(x.rows()), new Dense(0, x.cols()));
    known = ColumnErrors.known(x);
    used = IntStream.range(0, squares.length).filter(j -> squares[j] > 0).toArray();
    least = ROUNDING * ROUNDING * x.facts().meanSquare();
  }

  /**
   * The bits of a factorisation. Reads X once.
   *
   * @param z N×K
   * @param w K×D
   */
  public double bits(BinaryMatrix z, Dense w) {
    return bits(z, ColumnErrors.of(x, z, w));
  }

  /**
   * The bits of {@code z} and a dictionary that leave these errors.
   *
   * @param z N×K
   * @param errors ‖e_d‖² of each of the D columns
   */
  public double bits(BinaryMatrix z, double[] errors) {
    double bits = residual(errors);
    for (int k = 0; k < z.cols(); k++) {
      int count = z.column(k).count();
      bits += x.cols() / 2.0 * log2(1.0 + count);
      bits += x.rows() * entropy((double) count / x.rows()) + log2(x.rows() + 1.0);
    }
    return bits;
  }

  /** The bits of X without any feature. */
  public double bitsOfNothing() {
    return residual(squares);
  }

  private double residual(double[] errors) {
    double[] variances =
        Arrays.stream(used).mapToDouble(j -> Math.max(least, errors[j] / known[j])).toArray();
    double[] sorted = variances.clone();
    Arrays.sort(sorted);
    double floor = sorted.length == 0 ? 0 : QUIETEST * QUIETEST * sorted[sorted.length / 2];
    double bits = 0;
    for (int u = 0; u < used.length; u++) {
      bits += known[used[u]] / 2.0 * log2(Math.max(floor, variances[u]));
    }
    return bits;
  }

  private static double entropy(double p) {
    return p <= 0 || p >= 1 ? 0 : -p * log2(p) - (1 - p) * log2(1 - p);
  }

  private static double log2(double v) {
    return Math.log(v) / Math.log(2);
  }
}

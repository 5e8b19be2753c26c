package org.latentfeature.fit;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.random.CounterRandom;

/**
 * Orthogonal iteration (Golub &amp; Van Loan, section 8.2.4) on more rows than are asked for: the
 * error of the K leading vectors of G falls in each step by the ratio of the eigenvalue after those
 * of all rows to the K-th.
 *
 * @param basis orthonormal rows Q
 * @param image Q G
 * @param rotation R of R Q, orthonormal rows that span the K leading vectors
 * @param sum of the K leading values
 * @param hasGap whether the K-th value is at least twice the next
 */
public record SubspaceIteration(
    Dense basis, Dense image, Dense rotation, double sum, boolean hasGap) {

  /**
   * A gap: the last squared singular value of the signal is this many times the first of the noise.
   */
  static final double GAP = 2;

  /** Rounding errors of a sum, which no step reduces. */
  private static final double ROUNDING = 1e-14;

  /** Eigenvalues below this share of the largest are rounding errors. */
  private static final double RANK = 1e-13;

  /** Maximum steps: the error halves in each if there is a gap. */
  private static final int MOST_STEPS = 40;

  /** Steps after which a spectrum without a gap is recognised. */
  private static final int EVIDENT = 6;

  private static final long PURPOSE = 0x5bec;

  /**
   * Iterates until the sine is at most {@code accuracy}, or no gap shows.
   *
   * @param side entries of a row
   * @param size number of rows, at most {@code side}
   * @param k K, at most {@code size}
   * @param product Q G of orthonormal rows Q
   * @param orthonormal orthonormal rows of the same span as others
   */
  public static SubspaceIteration run(
      int side,
      int size,
      int k,
      double accuracy,
      Algebra algebra,
      UnaryOperator<Dense> product,
      UnaryOperator<Dense> orthonormal) {
    Dense basis = orthonormal.apply(random(size, side));
    double before = 0;
    for (int step = 0; ; step++) {
      Dense image = product.apply(basis);
      Dense small = algebra.multiplyTransposed(image, basis);
      double[] ritz = Arrays.copyOf(nonNegative(algebra.eigenvalues(small)), Math.max(size, k + 1));
      double sum = Arrays.stream(ritz, 0, k).sum();
      boolean gap = ritz[k - 1] > RANK * ritz[0] && ritz[k - 1] >= GAP * ritz[k];
      Dense rotation = rotation(algebra, small, k);
      boolean still = step > 0 && sum - before <= ROUNDING * sum;
      double error = error(algebra, rotation, image, small);
      if (still
          || size == side
          || step == MOST_STEPS
          || (step >= EVIDENT && !gap)
          || error <= accuracy * (ritz[k - 1] - ritz[k])) {
        return new SubspaceIteration(basis, image, rotation, sum, gap);
      }
      before = sum;
      basis = orthonormal.apply(image);
    }
  }

  /** ‖R Q G − (R S Rᵀ) R Q‖ for S = Q G Qᵀ: the remaining angle, times the gap. */
  private static double error(Algebra algebra, Dense rotation, Dense image, Dense small) {
    double whole = algebra.multiply(rotation, image).squaredNorm();
    Dense inside = algebra.multiplyTransposed(algebra.multiply(rotation, small), rotation);
    return Math.sqrt(Math.max(0, whole - inside.squaredNorm()));
  }

  private static Dense random(int rows, int cols) {
    return normal(CounterRandom.stream(0, PURPOSE), rows, cols);
  }

  /**
   * Returns rows of normal entries, such as to start from.
   *
   * @param seed of the entries
   * @param rows number of rows
   * @param cols number of entries of each
   */
  public static Dense normal(long seed, int rows, int cols) {
    Dense a = new Dense(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        a.set(i, j, CounterRandom.normal(seed, i, j));
      }
    }
    return a;
  }

  /** Values of a matrix without negative ones, but for rounding errors. */
  static double[] nonNegative(double[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, values[i]);
    }
    return values;
  }

  /** Orthonormal rows that span the {@code k} leading eigenvectors of a small matrix. */
  private static Dense rotation(Algebra algebra, Dense small, int k) {
    Dense basis = Orthonormal.rows(random(Math.min(k, small.rows()), small.rows()), 0);
    double before = 0;
    for (int step = 0; step < MOST_STEPS && k < small.rows(); step++) {
      Dense image = algebra.multiply(basis, small);
      double sum = 0;
      // Where the rank is below k, directions are lost on the way.
      for (int i = 0; i < basis.rows(); i++) {
        sum += basis.rowDot(i, image, i);
      }
      basis = Orthonormal.rows(image, 0);
      if (sum - before <= ROUNDING * sum) {
        break;
      }
      before = sum;
    }
    return basis;
  }
}

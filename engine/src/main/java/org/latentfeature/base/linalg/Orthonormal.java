package org.latentfeature.base.linalg;

import java.util.Arrays;

/**
 * Orthonormal rows: bases of the span of given rows, and of what is orthogonal to them. By modified
 * Gram and Schmidt, each row twice, which is enough to be orthogonal to working precision (Golub
 * &amp; Van Loan, section 5.2.8), unless rounding errors in the span are all that is left of it:
 * then until half of it stays, or nothing.
 */
public final class Orthonormal {

  /** Rows are orthonormal up to this error of a product. */
  private static final double ORTHONORMAL = 1e-12;

  private Orthonormal() {}

  /**
   * Orthonormal rows of the same span as those of {@code a} (m×n, m ≤ n), each in turn.
   *
   * @param tolerance a row of which no more than this share is new adds nothing to the span and is
   *     left out
   */
  public static Dense rows(Dense a, double tolerance) {
    Dense basis = new Dense(a.rows(), a.cols());
    int n = a.cols();
    int found = 0;
    for (int i = 0; i < a.rows(); i++) {
      System.arraycopy(a.values(), i * n, basis.values(), found * n, n);
      if (extend(basis, found, tolerance * a.rowNorm(i))) {
        found++;
      }
    }
    return found == a.rows() ? basis : first(basis, found);
  }

  /**
   * Orthonormal rows of the same span as those of {@code rows} by products of matrices: Y ← L⁻¹Y
   * with Y Yᵀ = L Lᵀ, twice, since the first time loses half of the digits; row by row if the rows
   * are too dependent for that.
   *
   * @param rows m×n, m ≤ n
   */
  public static Dense rows(Dense rows, Algebra algebra) {
    Dense unit = scaled(rows);
    try {
      Dense twice = byCholesky(byCholesky(unit, algebra), algebra);
      if (deviation(algebra.multiplyTransposed(twice, twice)) < ORTHONORMAL) {
        return twice;
      }
    } catch (ArithmeticException e) {
      // Dependent rows, which only the slower way below can tell from rounding errors.
    }
    return rows(unit, 0);
  }

  /** The largest entry of Y Yᵀ − I. */
  private static double deviation(Dense products) {
    double most = 0;
    for (int i = 0; i < products.rows(); i++) {
      for (int j = 0; j < products.rows(); j++) {
        most = Math.max(most, Math.abs(products.get(i, j) - (i == j ? 1 : 0)));
      }
    }
    return most;
  }

  private static Dense byCholesky(Dense rows, Algebra algebra) {
    Dense lower = algebra.cholesky(algebra.multiplyTransposed(rows, rows));
    return algebra.solveLower(lower, rows);
  }

  /** Rows of length 1, so that none of them is lost among larger ones. */
  private static Dense scaled(Dense rows) {
    Dense scaled = new Dense(rows.rows(), rows.cols());
    for (int i = 0; i < rows.rows(); i++) {
      double norm = rows.rowNorm(i);
      if (norm > 0) {
        Dense.addScaled(
            scaled.values(),
            i * rows.cols(),
            rows.values(),
            i * rows.cols(),
            rows.cols(),
            1 / norm);
      }
    }
    return scaled;
  }

  /**
   * The orthonormal rows {@code basis} and what is new of {@code row}; {@code basis} itself if that
   * is no more than a share {@code tolerance} of it.
   *
   * @param row 1×n
   */
  public static Dense append(Dense basis, Dense row, double tolerance) {
    Dense grown = basis.appendRows(row);
    return extend(grown, basis.rows(), tolerance * row.rowNorm(0)) ? grown : basis;
  }

  /** Orthonormal rows that span all that is orthogonal to the orthonormal {@code rows} (m×n). */
  public static Dense complement(Dense rows) {
    int n = rows.cols();
    int m = rows.rows();
    Dense all = rows.appendRows(new Dense(n - m, n));
    double[] v = all.values();
    // How much of each unit vector is not in the span: the largest is the next to be added.
    double[] left = new double[n];
    Arrays.fill(left, 1);
    for (int i = 0; i < m; i++) {
      lessSquares(left, v, i * n);
    }
    for (int i = m; i < n; i++) {
      int most = 0;
      for (int j = 1; j < n; j++) {
        most = left[j] > left[most] ? j : most;
      }
      v[i * n + most] = 1;
      extend(all, i, 0);
      lessSquares(left, v, i * n);
      left[most] = 0;
    }
    return all.selectRows(range(m, n));
  }

  private static void lessSquares(double[] left, double[] v, int at) {
    for (int j = 0; j < left.length; j++) {
      left[j] -= v[at + j] * v[at + j];
    }
  }

  /** Makes row {@code i} orthonormal to those before it; false if no more than {@code least} is. */
  private static boolean extend(Dense basis, int i, double least) {
    int n = basis.cols();
    double[] v = basis.values();
    double norm = basis.rowNorm(i);
    double before = 0;
    for (int pass = 0; pass < 2 || norm < 0.5 * before; pass++) {
      for (int j = 0; j < i; j++) {
        Dense.addScaled(v, i * n, v, j * n, n, -basis.rowDot(i, basis, j));
      }
      before = norm;
      norm = basis.rowNorm(i);
      if (!(norm > least)) {
        return false;
      }
    }
    for (int j = i * n; j < (i + 1) * n; j++) {
      v[j] /= norm;
    }
    return true;
  }

  private static Dense first(Dense basis, int count) {
    return basis.selectRows(range(0, count));
  }

  private static int[] range(int from, int to) {
    int[] rows = new int[to - from];
    Arrays.setAll(rows, i -> from + i);
    return rows;
  }
}

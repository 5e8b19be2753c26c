package org.latentfeature.base.linalg;

import java.util.Arrays;

/**
 * Orthonormal rows: bases of the span of given rows, and of what is orthogonal to them. By modified
 * Gram and Schmidt, each row twice, which is enough to be orthogonal to working precision (Golub
 * &amp; Van Loan, section 5.2.8), unless rounding errors in the span are all that is left of it:
 * then until half of it stays, or nothing.
 */
public final class Orthonormal {

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

package org.latentfeature.base.linalg;

import java.util.Arrays;

/**
 * All eigenvalues of a dense symmetric matrix, by Householder reduction to tridiagonal form and the
 * implicitly shifted QL iteration (Golub &amp; Van Loan, sections 8.3.1 and 8.3.3).
 */
public final class SymmetricEigenvalues {

  private static final int MAX_ITERATIONS = 60;

  private SymmetricEigenvalues() {}

  /**
   * The eigenvalues of {@code a} (n×n, symmetric), largest first. {@code a} is left as it is.
   *
   * @throws ArithmeticException if the iteration does not converge, which finite input never causes
   */
  public static double[] of(Dense a) {
    return of(a, () -> {});
  }

  /**
   * Computes the eigenvalues of {@code a} (n×n, symmetric), largest first, with {@code pause} run
   * before each of n steps. An exception from {@code pause} ends the computation.
   *
   * @throws ArithmeticException if the iteration does not converge, which finite input never causes
   */
  public static double[] of(Dense a, Runnable pause) {
    int n = a.rows();
    double[] diagonal = new double[n];
    double[] off = new double[n];
    double scale = scale(a);
    tridiagonalise(scaled(a, scale), diagonal, off, pause);
    implicitQl(diagonal, off, (i, c, s) -> {});
    for (int i = 0; i < n; i++) {
      diagonal[i] *= scale;
    }
    Arrays.sort(diagonal);
    for (int i = 0; i < n / 2; i++) {
      double t = diagonal[i];
      diagonal[i] = diagonal[n - 1 - i];
      diagonal[n - 1 - i] = t;
    }
    return diagonal;
  }

  /**
   * The power of two by which entries of the lower triangle of {@code a} are divided before they
   * are squared, so that no square leaves the range of numbers; such a division rounds nothing.
   */
  public static double scale(Dense a) {
    double most = 0;
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j <= i; j++) {
        most = Math.max(most, Math.abs(a.get(i, j)));
      }
    }
    return most == 0 ? 1 : Math.scalb(1.0, Math.min(Math.getExponent(most), 1023));
  }

  /** The lower triangle of {@code a}, divided by {@code scale}. */
  static Dense scaled(Dense a, double scale) {
    Dense scaled = new Dense(a.rows(), a.rows());
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j <= i; j++) {
        scaled.set(i, j, a.get(i, j) / scale);
      }
    }
    return scaled;
  }

  /** A rotation of coordinates i and i + 1 by an angle. */
  @FunctionalInterface
  interface Rotation {
    void by(int i, double cosine, double sine);
  }

  /**
   * Leaves the diagonal in {@code d} and the entries beside it in {@code e[1..n-1]}, and in row i
   * of {@code a}, left of its diagonal, the vector u of the i-th reflection I − 2uuᵀ/‖u‖²; the last
   * row is reflected first.
   */
  static void tridiagonalise(Dense a, double[] d, double[] e, Runnable pause) {
    int n = a.rows();
    double[] v = a.values();
    double[] p = new double[n];
    for (int i = n - 1; i > 0; i--) {
      pause.run();
      // The Householder vector from row i left of the diagonal; it annihilates all but entry i-1.
      int row = i * n;
      double norm = 0;
      for (int j = 0; j < i; j++) {
        norm = Math.hypot(norm, v[row + j]);
      }
      d[i] = v[row + i];
      if (norm == 0) {
        e[i] = 0;
        continue;
      }
      double alpha = v[row + i - 1] > 0 ? -norm : norm;
      e[i] = alpha;
      v[row + i - 1] -= alpha;
      double half = 0;
      for (int j = 0; j < i; j++) {
        half += v[row + j] * v[row + j];
      }
      half /= 2;
      if (half == 0) {
        continue;
      }
      // p = A u / half, from the lower triangle, each row read once.
      Arrays.fill(p, 0, i, 0);
      for (int j = 0; j < i; j++) {
        double u = v[row + j];
        double sum = v[j * n + j] * u;
        int at = j * n;
        for (int k = 0; k < j; k++) {
          sum += v[at + k] * v[row + k];
          p[k] += v[at + k] * u;
        }
        p[j] += sum;
      }
      double up = 0;
      for (int j = 0; j < i; j++) {
        p[j] /= half;
        up += v[row + j] * p[j];
      }
      double shift = up / (2 * half);
      for (int j = 0; j < i; j++) {
        p[j] -= shift * v[row + j];
      }
      for (int j = 0; j < i; j++) {
        double uj = v[row + j];
        double pj = p[j];
        int at = j * n;
        for (int k = 0; k <= j; k++) {
          v[at + k] -= uj * p[k] + pj * v[row + k];
        }
      }
    }
    d[0] = v[0];
  }

  /** Leaves the eigenvalues in {@code d}; tells of each rotation that leads there. */
  static void implicitQl(double[] d, double[] e, Rotation rotation) {
    int n = d.length;
    System.arraycopy(e, 1, e, 0, n - 1);
    e[n - 1] = 0;
    for (int l = 0; l < n; l++) {
      int iterations = 0;
      int m = smallOffDiagonal(d, e, l);
      while (m != l) {
        if (iterations++ == MAX_ITERATIONS) {
          throw new ArithmeticException("eigenvalue " + l + " did not converge");
        }
        double g = (d[l + 1] - d[l]) / (2 * e[l]);
        g = d[m] - d[l] + e[l] / (g + Math.copySign(Math.hypot(g, 1), g));
        double s = 1;
        double c = 1;
        double p = 0;
        int i = m - 1;
        for (; i >= l; i--) {
          double f = s * e[i];
          double b = c * e[i];
          double r = Math.hypot(f, g);
          e[i + 1] = r;
          if (r == 0) {
            d[i + 1] -= p;
            e[m] = 0;
            break;
          }
          s = f / r;
          c = g / r;
          g = d[i + 1] - p;
          r = (d[i] - g) * s + 2 * c * b;
          p = s * r;
          d[i + 1] = g + p;
          g = c * r - b;
          rotation.by(i, c, s);
        }
        if (i < l) {
          d[l] -= p;
          e[l] = g;
          e[m] = 0;
        }
        m = smallOffDiagonal(d, e, l);
      }
    }
  }

  private static int smallOffDiagonal(double[] d, double[] e, int from) {
    int m = from;
    for (; m < d.length - 1; m++) {
      double scale = Math.abs(d[m]) + Math.abs(d[m + 1]);
      if (Math.abs(e[m]) <= Math.ulp(scale)) {
        break;
      }
    }
    return m;
  }
}

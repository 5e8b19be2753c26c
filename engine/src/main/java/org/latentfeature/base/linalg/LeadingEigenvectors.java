package org.latentfeature.base.linalg;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The leading eigenvectors of a large symmetric positive semidefinite matrix to working precision,
 * with or without a gap after the last: subspace iteration with Rayleigh–Ritz steps, filtered by
 * Chebyshev polynomials (Saad, Numerical Methods for Large Eigenvalue Problems, sections 5.2, 7.4).
 */
public final class LeadingEigenvectors {

  /** Maximum rows for which all eigenpairs cost no more. */
  private static final int SMALL = 300;

  /** A residual of this share of the gap after the last value. */
  private static final double ACCURACY = 1e-9;

  /** Residuals that are rounding errors, in parts of the largest value. */
  private static final double ROUNDING = 1e-14;

  private static final int MOST_STEPS = 300;
  private static final int MOST_DEGREE = 12;

  /**
   * Maximum factor by which one filter may raise the first vector above the last; a larger one
   * would lose the last in rounding.
   */
  private static final double MOST_GROWTH = 1e6;

  private final Dense a;
  private final int k;
  private final Algebra algebra;
  private final Runnable pause;

  private LeadingEigenvectors(Dense a, int k, Algebra algebra, Runnable pause) {
    this.a = a;
    this.k = k;
    this.algebra = algebra.pausing(pause);
    this.pause = pause;
  }

  /**
   * The {@code k} eigenvectors of {@code a} (n×n) with the largest eigenvalues, orthonormal rows,
   * the largest first.
   *
   * @param k 1 … n
   * @param entries of the vectors to start from, such as random ones
   * @param pause run now and then; what it throws ends the computation
   */
  public static Dense of(
      Dense a, int k, IntToDoubleFunction entries, Algebra algebra, Runnable pause) {
    int n = a.rows();
    int size = k + Math.max(8, k / 2);
    if (n <= SMALL || 2 * size > n) {
      return SymmetricEigen.leading(a, k, pause).vectors();
    }
    Dense start = new Dense(size, n);
    Arrays.setAll(start.values(), entries);
    return new LeadingEigenvectors(a, k, algebra, pause).iterate(start);
  }

  private Dense iterate(Dense start) {
    int size = start.rows();
    Dense basis = start;
    for (int step = 0; ; step++) {
      basis = Orthonormal.rows(basis, 0);
      Dense image = algebra.multiply(basis, a);
      SymmetricEigen ritz =
          SymmetricEigen.leading(algebra.multiplyTransposed(image, basis), size, pause);
      double[] values = ritz.values();
      basis = algebra.multiply(ritz.vectors(), basis);
      image = algebra.multiply(ritz.vectors(), image);
      double enough =
          Math.max(
              ACCURACY * (values[k - 1] - values[k]), ROUNDING * Math.sqrt(a.rows()) * values[0]);
      if (step == MOST_STEPS || residual(basis, image, values) <= enough) {
        return basis.selectRows(IntStream.range(0, k).toArray());
      }
      basis = filtered(basis, image, values);
    }
  }

  /** The largest ‖q A − λ q‖ of the first k. */
  private double residual(Dense basis, Dense image, double[] values) {
    double most = 0;
    for (int i = 0; i < k; i++) {
      double sum = 0;
      for (int j = i * a.rows(); j < (i + 1) * a.rows(); j++) {
        double off = image.values()[j] - values[i] * basis.values()[j];
        sum += off * off;
      }
      most = Math.max(most, Math.sqrt(sum));
    }
    return most;
  }

  /** T_d(2A/c − I) applied to each, where c is the last of {@code values}: it is small below c. */
  private Dense filtered(Dense basis, Dense image, double[] values) {
    double c = values[values.length - 1];
    int degree = degree(values[0] / c, values[k - 1] / c);
    if (degree <= 1) {
      return image;
    }
    Dense before = basis;
    Dense now = combined(image, basis, 2 / c, -1, basis, 0);
    for (int d = 2; d <= degree; d++) {
      Dense next = combined(algebra.multiply(now, a), now, 4 / c, -2, before, -1);
      before = now;
      now = next;
    }
    return now;
  }

  private static int degree(double first, double last) {
    int degree = 1;
    while (degree < MOST_DEGREE
        && chebyshev(degree + 1, 2 * first - 1)
            <= MOST_GROWTH * chebyshev(degree + 1, 2 * last - 1)) {
      degree++;
    }
    return degree;
  }

  /** T_d(x) for x ≥ 1. */
  private static double chebyshev(int d, double x) {
    double root = Math.sqrt(Math.max(0, x * x - 1));
    return (Math.pow(x + root, d) + Math.pow(x - root, d)) / 2;
  }

  private static Dense combined(Dense p, Dense q, double a, double b, Dense r, double c) {
    Dense out = new Dense(p.rows(), p.cols());
    double[] v = out.values();
    for (int i = 0; i < v.length; i++) {
      v[i] = a * p.values()[i] + b * q.values()[i] + c * r.values()[i];
    }
    return out;
  }
}

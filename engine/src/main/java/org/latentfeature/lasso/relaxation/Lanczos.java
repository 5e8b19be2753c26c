package org.latentfeature.lasso.relaxation;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigenvalues;
import org.latentfeature.base.random.CounterRandom;

/**
 * The largest eigenvalue of a positive semidefinite operator by the Lanczos method from a random
 * start, with full reorthogonalisation (Golub &amp; Van Loan, section 10.3.5).
 */
final class Lanczos {

  /** Below this share of the operator's size a new direction is rounding error. */
  private static final double BREAKDOWN = 1e-12;

  private Lanczos() {}

  /** A symmetric positive semidefinite operator on vectors of one length. */
  @FunctionalInterface
  interface Operator {
    /** Adds the image of {@code x} to {@code into}, which holds zeros. */
    void apply(double[] x, double[] into);
  }

  /**
   * An estimate of the largest eigenvalue after some steps.
   *
   * @param ritz the largest Ritz value, never above it but for rounding
   * @param steps Lanczos steps; those that would have followed after an invariant subspace was
   *     exhausted count, for they would have added nothing
   * @param size length of the operator's vectors, n
   */
  record Estimate(double ritz, int steps, int size) {

    /**
     * A number that the largest eigenvalue exceeds with at most this probability over the random
     * start, whatever the operator: after k steps P(λ − θ ≥ ε λ) ≤ 1.648 √n exp(−√ε (2k − 1))
     * (Kuczyński &amp; Woźniakowski 1992, theorem 4.1).
     */
    double upperBound(double probability) {
      double root = Math.log(1.648 * Math.sqrt(size) / probability) / (2 * steps - 1);
      double share = root * root;
      return share < 1 ? ritz / (1 - share) : Double.POSITIVE_INFINITY;
    }
  }

  /** At most {@code steps} steps on an operator over vectors of length {@code size}. */
  static Estimate largest(Operator operator, int size, int steps, long seed) {
    List<double[]> basis = new ArrayList<>();
    List<Double> diagonal = new ArrayList<>();
    List<Double> beside = new ArrayList<>();
    double[] q = new double[size];
    for (int j = 0; j < size; j++) {
      q[j] = CounterRandom.normal(seed, j, 0);
    }
    scale(q, 1 / norm(q));
    for (int step = 0; step < Math.min(steps, size); step++) {
      basis.add(q);
      double[] next = new double[size];
      operator.apply(q, next);
      diagonal.add(dot(q, next));
      // Twice is enough to be orthogonal to working precision.
      for (int pass = 0; pass < 2; pass++) {
        for (double[] b : basis) {
          add(next, -dot(b, next), b);
        }
      }
      double length = norm(next);
      if (length <= BREAKDOWN * diagonal.get(0)) {
        break;
      }
      beside.add(length);
      scale(next, 1 / length);
      q = next;
    }
    int k = basis.size();
    Dense tridiagonal = new Dense(k, k);
    for (int i = 0; i < k; i++) {
      tridiagonal.set(i, i, diagonal.get(i));
      if (i > 0) {
        tridiagonal.set(i, i - 1, beside.get(i - 1));
        tridiagonal.set(i - 1, i, beside.get(i - 1));
      }
    }
    return new Estimate(SymmetricEigenvalues.of(tridiagonal)[0], steps, size);
  }

  private static double norm(double[] x) {
    return Math.sqrt(dot(x, x));
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += x[j] * y[j];
    }
    return sum;
  }

  private static void scale(double[] x, double by) {
    for (int j = 0; j < x.length; j++) {
      x[j] *= by;
    }
  }

  private static void add(double[] into, double by, double[] x) {
    for (int j = 0; j < x.length; j++) {
      into[j] += by * x[j];
    }
  }
}

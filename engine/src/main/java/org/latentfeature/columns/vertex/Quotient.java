package org.latentfeature.columns.vertex;

import org.latentfeature.base.linalg.Dense;

/** A M⁻¹ for a square M, by Gauss elimination with column pivoting. */
final class Quotient {

  private Quotient() {}

  /**
   * A M⁻¹.
   *
   * @param a N×k
   * @param m k×k
   * @throws ArithmeticException if M is singular
   */
  static Dense of(Dense a, Dense m) {
    // Columns of both are combined until M has become I.
    Dense left = m.transpose();
    Dense out = a.transpose();
    int k = left.rows();
    for (int p = 0; p < k; p++) {
      int pivot = p;
      for (int i = p + 1; i < k; i++) {
        pivot = Math.abs(left.get(i, p)) > Math.abs(left.get(pivot, p)) ? i : pivot;
      }
      double by = left.get(pivot, p);
      if (by == 0) {
        throw new ArithmeticException(
            "the rows of the set are linearly dependent: pivot " + p + " is 0");
      }
      swapScaled(left, p, pivot, by);
      swapScaled(out, p, pivot, by);
      for (int i = 0; i < k; i++) {
        double share = left.get(i, p);
        if (i != p && share != 0) {
          subtract(left, i, p, share);
          subtract(out, i, p, share);
        }
      }
    }
    return out.transpose();
  }

  private static void swapScaled(Dense a, int p, int pivot, double by) {
    int n = a.cols();
    double[] v = a.values();
    for (int j = 0; j < n; j++) {
      double t = v[pivot * n + j];
      v[pivot * n + j] = v[p * n + j];
      v[p * n + j] = t / by;
    }
  }

  private static void subtract(Dense a, int i, int p, double share) {
    int n = a.cols();
    double[] v = a.values();
    for (int j = 0; j < n; j++) {
      v[i * n + j] -= share * v[p * n + j];
    }
  }
}

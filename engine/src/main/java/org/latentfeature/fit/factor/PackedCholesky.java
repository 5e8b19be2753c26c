package org.latentfeature.fit.factor;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;

/**
 * The factorisation A = L Lᵀ of small symmetric positive definite matrices, one after another, in
 * the same memory. Lower triangles are packed row after row: a_ij, j ≤ i, is at i(i + 1)/2 + j.
 * Without pivoting it is several times faster than {@link PivotedCholesky}, which a caller needs
 * where {@link #factor} says no. Use it from one thread.
 */
final class PackedCholesky {

  private final int n;
  private final double[] lower;

  /** For n×n matrices. */
  PackedCholesky(int n) {
    this.n = n;
    lower = new double[n * (n + 1) / 2];
  }

  /** The triangle to {@link #factor}, which the caller writes; then that of L. */
  double[] triangle() {
    return lower;
  }

  /**
   * Factors the triangle in place.
   *
   * @param tolerance share of the largest diagonal entry
   * @return whether every pivot is above that share; if not, the triangle is lost
   */
  boolean factor(double tolerance) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, lower[at(i) + i]);
    }
    for (int i = 0; i < n; i++) {
      int row = at(i);
      double pivot = lower[row + i];
      for (int j = 0; j < i; j++) {
        int other = at(j);
        // The diagonal holds 1/l_jj.
        double entry = (lower[row + j] - Dense.dot(lower, row, lower, other, j)) * lower[other + j];
        lower[row + j] = entry;
        pivot -= entry * entry;
      }
      if (!(pivot > tolerance * largest)) {
        return false;
      }
      lower[row + i] = 1 / Math.sqrt(pivot);
    }
    return true;
  }

  /** A⁻¹ b in place, for the matrix last factored. */
  void solve(double[] b) {
    for (int i = 0; i < n; i++) {
      int row = at(i);
      double sum = b[i];
      for (int j = 0; j < i; j++) {
        sum -= lower[row + j] * b[j];
      }
      b[i] = sum * lower[row + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      int row = at(i);
      double value = b[i] * lower[row + i];
      b[i] = value;
      for (int j = 0; j < i; j++) {
        b[j] -= lower[row + j] * value;
      }
    }
  }

  private static int at(int i) {
    return i * (i + 1) / 2;
  }
}

package org.latentfeature.lasso.variant;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;

/** A factorisation X ≈ Z W + 1 bᵀ and what it costs. */
final class Solution {

  private final BinaryMatrix z;
  private final Dense w;
  private final double[] intercept;
  private final double cost;

  /**
   * Keeps these parts, which are not copied.
   *
   * @param z incidence, N×K
   * @param w dictionary, K×D
   * @param intercept b; zeros without one
   * @param cost Σ m_nd r_nd² + 2λ Σ |w_kd|
   */
  Solution(BinaryMatrix z, Dense w, double[] intercept, double cost) {
    this.z = z;
    this.w = w;
    this.intercept = intercept;
    this.cost = cost;
  }

  BinaryMatrix z() {
    return z;
  }

  Dense w() {
    return w;
  }

  double[] intercept() {
    return intercept;
  }

  double cost() {
    return cost;
  }

  /** {@code other}, if it costs less; otherwise this. */
  Solution orBetter(Solution other) {
    return other.cost < cost ? other : this;
  }
}

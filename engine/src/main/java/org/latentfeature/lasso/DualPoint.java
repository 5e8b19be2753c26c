package org.latentfeature.lasso;

/**
 * The dual objective along the ray of a residual A: D(sA) = (s⟨A, X⟩ − s²‖A‖²/2)/N, feasible while
 * s max_z ‖Aᵀz‖ ≤ μN.
 *
 * @param product ⟨A, X⟩
 * @param squaredNorm ‖A‖²
 * @param rows N
 */
record DualPoint(double product, double squaredNorm, int rows) {

  /** The largest value for s from 0 to {@code most}. */
  double value(double most) {
    double s = squaredNorm > 0 ? Math.max(0, Math.min(product / squaredNorm, most)) : 0;
    return (s * product - s * s * squaredNorm / 2) / rows;
  }
}

package org.latentfeature.lasso;

import org.latentfeature.data.Matrix;

/**
 * The dual objective along the ray of a residual A: D(sA) = (s⟨A, X⟩ − s²‖A‖²/2)/N, feasible while
 * s max_z ‖Aᵀz‖ ≤ μN.
 *
 * @param product ⟨A, X⟩
 * @param squaredNorm ‖A‖²
 * @param rows N
 */
record DualPoint(double product, double squaredNorm, int rows) {

  static DualPoint of(Matrix a, Matrix x) {
    float[] ai = new float[x.cols()];
    float[] xi = new float[x.cols()];
    double product = 0;
    double squaredNorm = 0;
    for (int i = 0; i < x.rows(); i++) {
      a.getRow(i, ai);
      x.getRow(i, xi);
      for (int j = 0; j < ai.length; j++) {
        product += (double) ai[j] * xi[j];
        squaredNorm += (double) ai[j] * ai[j];
      }
    }
    return new DualPoint(product, squaredNorm, x.rows());
  }

  /** The largest value for s from 0 to {@code most}. */
  double value(double most) {
    double s = squaredNorm > 0 ? Math.max(0, Math.min(product / squaredNorm, most)) : 0;
    return (s * product - s * s * squaredNorm / 2) / rows;
  }
}

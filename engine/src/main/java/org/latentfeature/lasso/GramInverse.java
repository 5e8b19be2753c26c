package org.latentfeature.lasso;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.data.BinaryMatrix;

/** The diagonal of the inverse of ZᵀZ. */
final class GramInverse {

  private GramInverse() {}

  /** The diagonal of (ZᵀZ)⁻¹; 0 for linearly dependent columns. */
  static double[] diagonal(BinaryMatrix z) {
    int k = z.cols();
    Dense gram = new Dense(k, k);
    Dense identity = new Dense(k, k);
    for (int i = 0; i < k; i++) {
      identity.set(i, i, 1);
      for (int j = 0; j <= i; j++) {
        double common = z.column(i).dot(z.column(j));
        gram.set(i, j, common);
        gram.set(j, i, common);
      }
    }
    Dense inverse = PivotedCholesky.of(gram, 1e-9).solve(identity);
    double[] diagonal = new double[k];
    for (int i = 0; i < k; i++) {
      diagonal[i] = inverse.get(i, i);
    }
    return diagonal;
  }
}

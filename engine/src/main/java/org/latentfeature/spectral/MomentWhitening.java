package org.latentfeature.spectral;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigen;
import org.latentfeature.base.progress.StopSignal;

/**
 * Coordinates y = Qᵀx of K entries in which the second moment less that of the noise is the
 * identity: Q = V Λ^(−½) of the K leading eigenpairs of M = XᵀX/N − σ²I.
 */
final class MomentWhitening {

  /** Eigenvalues of M below this share of the largest are rounding errors of X. */
  private static final double ROUNDING = 1e-11;

  private final Dense basis;
  private final double[] values;

  private MomentWhitening(Dense basis, double[] values) {
    this.basis = basis;
    this.values = values;
  }

  /** The eigenvectors V, orthonormal rows, K×D. */
  Dense basis() {
    return basis;
  }

  /** The eigenvalues of M, above 0, the largest first. */
  double[] values() {
    return values;
  }

  /**
   * Whitens moments.
   *
   * @param variance σ²
   * @throws IllegalArgumentException naming the eigenvalue, if one of the K of M is not above 0
   */
  static MomentWhitening of(RowMoments moments, int k, double variance, StopSignal stop) {
    SymmetricEigen leading = SymmetricEigen.leading(moments.second(), k, stop::check);
    double[] values = leading.values().clone();
    for (int i = 0; i < k; i++) {
      values[i] -= variance;
      if (!(values[i] > ROUNDING * leading.values()[0])) {
        throw new IllegalArgumentException(
            ("eigenvalue %d of the second moment of X minus σ² is %.3g at σ = %.3g, so X does not "
                    + "have %d linearly independent features; choose a smaller K or a smaller sigma")
                .formatted(i + 1, values[i], Math.sqrt(variance), k));
      }
    }
    return new MomentWhitening(leading.vectors(), values);
  }

  /** K. */
  int size() {
    return values.length;
  }

  /** Qᵀ, K×D. */
  Dense directions() {
    Dense q = basis.copy();
    for (int i = 0; i < q.rows(); i++) {
      double scale = 1 / Math.sqrt(values[i]);
      for (int j = 0; j < q.cols(); j++) {
        q.values()[i * q.cols() + j] *= scale;
      }
    }
    return q;
  }

  /** The squared norm of Q y. */
  double squaredNorm(double[] y) {
    double squares = 0;
    for (int i = 0; i < y.length; i++) {
      squares += y[i] * y[i] / values[i];
    }
    return squares;
  }
}

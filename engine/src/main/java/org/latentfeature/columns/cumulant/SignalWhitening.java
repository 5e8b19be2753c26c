package org.latentfeature.columns.cumulant;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * Y = P F⁻ᵀ: the centred rows in the coordinates P (N×K) of their leading space, where F Fᵀ = PᵀP/N
 * − σ²I is the covariance of the signal, which becomes I. The other singular values give the noise
 * variance σ², equal in all directions.
 */
final class SignalWhitening {

  /** Variances of the signal below this share of the largest count as 0. */
  private static final double NONE = 1e-12;

  private SignalWhitening() {}

  /**
   * Y, of fewer than K columns if the signal varies in fewer directions; null if in none.
   *
   * @param spectrum of the centred rows
   * @param leading their K leading vectors
   * @param mean of the rows
   * @param cols number of columns of the original data that are not all zero
   */
  static @Nullable Matrix of(
      ResidentRows rows,
      Spectrum spectrum,
      Spectrum.Leading leading,
      double[] mean,
      int cols,
      Algebra algebra,
      StopSignal stop) {
    Dense basis = leading.basis();
    int k = basis.rows();
    int n = rows.rows();
    Dense inner = algebra.multiplyTransposed(algebra.multiply(basis, spectrum.gram()), basis);
    Dense lower = spectrum.isOfRows() ? PivotedCholesky.of(inner, NONE).factor() : inner;
    Dense covariance = spectrum.isOfRows() ? lower.transpose().times(lower) : inner;
    double noise = leading.rest() / (Math.max(1.0, n - k) * Math.max(1, cols - k));
    for (int i = 0; i < covariance.rows(); i++) {
      for (int j = 0; j < covariance.cols(); j++) {
        covariance.set(i, j, covariance.get(i, j) / n - (i == j ? noise : 0));
      }
    }
    Dense factor = PivotedCholesky.of(covariance, NONE).factor();
    if (factor.cols() == 0) {
      return null;
    }
    // F⁺ = (FᵀF)⁻¹Fᵀ, r×K.
    Dense inverse = algebra.solve(algebra.transposedMultiply(factor, factor), factor.transpose());
    return spectrum.isOfRows()
        ? ofVectors(basis, inverse.times(lower.transpose()))
        : projected(rows, algebra.multiply(inverse, basis), mean, stop);
  }

  /** Qᵀ Aᵀ for left vectors Q (K×N). */
  private static Matrix ofVectors(Dense vectors, Dense a) {
    int n = vectors.cols();
    Matrix y = Matrix.allocate(n, a.rows());
    for (int i = 0; i < y.rows(); i++) {
      for (int m = 0; m < y.cols(); m++) {
        double sum = 0;
        for (int j = 0; j < vectors.rows(); j++) {
          sum += vectors.get(j, i) * a.get(m, j);
        }
        y.set(i, m, (float) sum);
      }
    }
    return y;
  }

  private static Matrix projected(ResidentRows rows, Dense a, double[] mean, StopSignal stop) {
    Matrix y;
    try (Projections steps = rows.open(new Projections.Limits(a.rows()), stop)) {
      y = steps.project(a);
    }
    float[] row = new float[y.cols()];
    Dense offset = a.times(Dense.wrap(mean.length, 1, mean));
    for (int i = 0; i < y.rows(); i++) {
      y.getRow(i, row);
      for (int m = 0; m < row.length; m++) {
        row[m] -= (float) offset.get(m, 0);
      }
      y.setRow(i, row);
    }
    return y;
  }
}

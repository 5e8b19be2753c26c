package org.latentfeature.columns.subspace;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * The centred span of the K leading left singular vectors U (N×K) of X, in coordinates in which all
 * its directions have the same variance: Y = √N (U − 1ūᵀ) B with YᵀY = N·I. A binary column z of
 * the span has its centred form there too, whatever its feature's norm.
 */
final class Whitening {

  private final Matrix y;
  private final Noise noise;
  private final @Nullable VerifiedColumn constant;

  private Whitening(Matrix y, Noise noise, @Nullable VerifiedColumn constant) {
    this.y = y;
    this.noise = noise;
    this.constant = constant;
  }

  /** Y, N×K, or N×(K−1) if the span has {@link #constant the constant column} and K > 1. */
  Matrix y() {
    return y;
  }

  /** Returns the noise of columns of the span. */
  Noise noise() {
    return noise;
  }

  /**
   * The column of a feature that all rows have, which centring takes out; null if there is none.
   */
  @Nullable VerifiedColumn constant() {
    return constant;
  }

  /**
   * Whitens {@code rows}.
   *
   * @param leading their K leading vectors, with a gap after the K-th singular value
   * @param cols how many columns of the data as given are not all zero
   */
  static Whitening of(
      ResidentRows rows,
      Spectrum spectrum,
      Spectrum.Leading leading,
      int cols,
      Algebra algebra,
      StopSignal stop) {
    Dense basis = leading.basis();
    int k = basis.rows();
    Dense lower =
        algebra.cholesky(
            algebra.multiplyTransposed(algebra.multiply(basis, spectrum.gram()), basis));
    Dense inverse = algebra.solveLower(lower, identity(k));
    Matrix u;
    if (spectrum.isOfRows()) {
      u = Matrix.allocate(rows.rows(), k);
      float[] row = new float[k];
      for (int i = 0; i < u.rows(); i++) {
        for (int j = 0; j < k; j++) {
          row[j] = (float) basis.get(j, i);
        }
        u.setRow(i, row);
      }
    } else {
      try (Projections steps = rows.open(new Projections.Limits(k), stop)) {
        u = steps.project(algebra.multiply(inverse, basis));
      }
      inverse = inverse.transpose();
    }
    double[] mean = u.columnMeans(stop);
    double variance = leading.rest() / (Math.max(1.0, u.rows() - k) * Math.max(1, cols - k));
    Noise ofSpan = new Noise(inverse, mean, identity(k), variance, u.rows());
    VerifiedColumn ones = ofSpan.ones();
    boolean constant = ofSpan.isWithin(ones);
    Dense whitening = constant ? without(mean) : inverseRoot(mean, u.rows());
    return new Whitening(
        centred(u, mean, whitening),
        new Noise(inverse, mean, whitening, variance, u.rows()),
        constant ? ones : null);
  }

  private static Dense identity(int k) {
    Dense one = new Dense(k, k);
    for (int i = 0; i < k; i++) {
      one.set(i, i, 1);
    }
    return one;
  }

  /** (I − N ūūᵀ)^(−½), which whitens U − 1ūᵀ. */
  private static Dense inverseRoot(double[] mean, int rows) {
    double squares = Arrays.stream(mean).map(v -> v * v).sum();
    Dense root = identity(mean.length);
    if (squares > 0) {
      double by = (1 / Math.sqrt(1 - rows * squares) - 1) / squares;
      for (int i = 0; i < mean.length; i++) {
        for (int j = 0; j < mean.length; j++) {
          root.set(i, j, root.get(i, j) + by * mean[i] * mean[j]);
        }
      }
    }
    return root;
  }

  /** All directions but that of ū, as columns. */
  private static Dense without(double[] mean) {
    Dense direction = Dense.wrap(1, mean.length, mean.clone());
    return Orthonormal.complement(Orthonormal.rows(direction, 0)).transpose();
  }

  private static Matrix centred(Matrix u, double[] mean, Dense whitening) {
    Matrix y = Matrix.allocate(u.rows(), Math.max(1, whitening.cols()));
    double scale = Math.sqrt(u.rows());
    float[] row = new float[u.cols()];
    double[] sums = new double[whitening.cols()];
    float[] out = new float[y.cols()];
    for (int i = 0; i < u.rows(); i++) {
      u.getRow(i, row);
      Arrays.fill(sums, 0);
      for (int j = 0; j < row.length; j++) {
        double v = scale * (row[j] - mean[j]);
        for (int m = 0; m < sums.length; m++) {
          sums[m] += v * whitening.values()[j * sums.length + m];
        }
      }
      for (int m = 0; m < sums.length; m++) {
        out[m] = (float) sums[m];
      }
      y.setRow(i, out);
    }
    return y;
  }

  /** How far from the span noise moves a column of it: what decides whether one is true. */
  static final class Noise {

    /** Factor by which the residual of a true column may exceed its first-order expectation. */
    private static final double SLACK = 1.6;

    /** The share that single precision puts outside where there is no noise. */
    private static final double ROUNDING = 1.25e-5;

    private final Dense inverse;
    private final double[] mean;
    private final Dense whitening;
    private final double variance;
    private final int rows;

    /**
     * The noise of the span of U.
     *
     * @param inverse ‖inverse·b‖ is the norm of the a of X a = U b
     * @param mean ū
     * @param whitening B of Y = √N (U − 1ūᵀ) B
     * @param variance σ² of the entries of X
     */
    Noise(Dense inverse, double[] mean, Dense whitening, double variance, int rows) {
      this.inverse = inverse;
      this.mean = mean;
      this.whitening = whitening;
      this.variance = variance;
      this.rows = rows;
    }

    /** The constant column, which may lie in the span or not. */
    VerifiedColumn ones() {
      double[] b = Arrays.stream(mean).map(v -> rows * v).toArray();
      double inside = Arrays.stream(b).map(v -> v * v).sum() / rows;
      return new VerifiedColumn(BitVector.ones(rows), 1 - inside, expected(b, rows));
    }

    /** Returns whether no more of a column lies outside the span than noise explains. */
    boolean isWithin(VerifiedColumn column) {
      return column.residual() <= SLACK * column.expected();
    }

    /** z ≈ X a, so that −E a of it lies outside. */
    private double expected(double[] b, double squaredNorm) {
      double squares = 0;
      for (int i = 0; i < inverse.rows(); i++) {
        double sum = 0;
        for (int j = 0; j < b.length; j++) {
          sum += inverse.get(i, j) * b[j];
        }
        squares += sum * sum;
      }
      return Math.max(ROUNDING, variance * (rows - mean.length) * squares / squaredNorm);
    }

    /**
     * {@code z} as it lies in the span, or its complement: the one that X a comes to without an
     * intercept.
     *
     * @param cross Yᵀz
     */
    VerifiedColumn oriented(BitVector z, double[] cross) {
      double ones = z.count();
      double squaredNorm = ones * (rows - ones) / rows;
      double[] b = new double[mean.length];
      double inside = 0;
      for (int m = 0; m < cross.length; m++) {
        double c = cross[m] / Math.sqrt(rows);
        inside += c * c;
        for (int j = 0; j < b.length; j++) {
          b[j] += whitening.get(j, m) * c;
        }
      }
      double offset = 0;
      for (int j = 0; j < b.length; j++) {
        offset += mean[j] * b[j];
      }
      offset -= ones / rows;
      double residual = 1 - inside / squaredNorm;
      return new VerifiedColumn(
          offset < -0.5 ? z.complement() : z, residual, expected(b, squaredNorm));
    }
  }
}

package org.latentfeature.ibp.variational;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.SoftFactorisation.Sums;

/**
 * q(A): the D columns of A are independent, with mean M (K×D) and one covariance S (K×K); diagonal
 * in the factorised form.
 */
final class GaussianDictionary {

  private final int dimensions;
  private final boolean joint;
  private final Algebra algebra;
  private Dense mean;
  private Dense covariance;
  private double logDeterminant;
  private Dense gram;

  /**
   * A = 0 until the first update.
   *
   * @param features K
   * @param x rows that A explains
   * @param algebra for products with M
   * @param joint whether features of a column may depend on each other
   */
  GaussianDictionary(int features, Normalisation x, Algebra algebra, boolean joint) {
    dimensions = x.dimensions();
    this.joint = joint;
    this.algebra = algebra;
    mean = new Dense(features, x.cols());
    covariance = new Dense(features, features);
    gram = new Dense(features, features);
  }

  /**
   * The best q(A) given all else; in the factorised form, of each feature in turn.
   *
   * @param variance σx²
   * @param scale σa²
   */
  void update(Sums sums, double variance, double scale) {
    if (joint) {
      updateJointly(sums, variance, scale);
    } else {
      updateInTurn(sums, variance, scale);
    }
    gram = algebra.multiplyTransposed(mean, mean);
    Dense.addScaled(gram.values(), 0, covariance.values(), 0, gram.values().length, dimensions);
  }

  /** S = (H/σx² + I/σa²)⁻¹, M = S νᵀX/σx². */
  private void updateJointly(Sums sums, double variance, double scale) {
    int k = mean.rows();
    Dense precision = new Dense(k, k);
    Dense inverse = new Dense(k, k);
    for (int f = 0; f < k; f++) {
      for (int g = 0; g < k; g++) {
        precision.set(f, g, sums.gram().get(f, g) / variance + (f == g ? 1 / scale : 0));
      }
      inverse.set(f, f, 1);
    }
    Cholesky cholesky = Cholesky.of(precision);
    logDeterminant = 0;
    for (int f = 0; f < k; f++) {
      logDeterminant -= 2 * Math.log(cholesky.lower().get(f, f));
    }
    covariance = cholesky.solve(inverse);
    mean = algebra.multiply(covariance, sums.cross());
    for (int i = 0; i < mean.values().length; i++) {
      mean.values()[i] /= variance;
    }
  }

  /** s_k² = 1/(1/σa² + n_k/σx²), M_k = s_k² (νᵀX − Σ_{l≠k} H_kl M_l)_k / σx². */
  private void updateInTurn(Sums sums, double variance, double scale) {
    int cols = mean.cols();
    logDeterminant = 0;
    double[] row = new double[cols];
    for (int k = 0; k < mean.rows(); k++) {
      double s = 1 / (1 / scale + sums.gram().get(k, k) / variance);
      System.arraycopy(sums.cross().values(), k * cols, row, 0, cols);
      for (int l = 0; l < mean.rows(); l++) {
        if (l != k) {
          Dense.addScaled(row, 0, mean.values(), l * cols, cols, -sums.gram().get(k, l));
        }
      }
      for (int j = 0; j < cols; j++) {
        mean.set(k, j, s * row[j] / variance);
      }
      covariance.set(k, k, s);
      logDeterminant += Math.log(s);
    }
  }

  /** Puts the features in another order. */
  void select(int[] order) {
    mean = mean.selectRows(order);
    covariance = covariance.selectBlock(order);
    gram = gram.selectBlock(order);
  }

  /** M, K×D'; not a copy. */
  Dense mean() {
    return mean;
  }

  /** S, K×K; not a copy. */
  Dense covariance() {
    return covariance;
  }

  /** E AAᵀ = M Mᵀ + D S, K×K; not a copy. */
  Dense gram() {
    return gram;
  }

  /** E‖A‖² = ‖M‖² + D tr S. */
  double squaredNorm() {
    double trace = 0;
    for (int k = 0; k < gram.rows(); k++) {
      trace += gram.get(k, k);
    }
    return trace;
  }

  /** E log p(A) + the entropy of q(A). */
  double bound(double scale) {
    double size = (double) mean.rows() * dimensions;
    return 0.5
        * (size * (1 - Math.log(scale)) - squaredNorm() / scale + dimensions * logDeterminant);
  }
}

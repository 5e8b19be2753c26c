package org.latentfeature.ibp;

import java.util.List;
import java.util.Map;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;

/**
 * A posterior in which bits are independent, as variational inference has it (docs/variational.md).
 * The columns of A are normal with mean MνᵀX and covariance σx²M, M = (H + rI)⁻¹ with H = E ZᵀZ:
 * νᵀν, but Σ_n ν_nk on the diagonal.
 *
 * @param inclusion ν, N×K
 * @param scales σx and σa, in the units of X
 * @param prior of Z, with its α
 */
public record BitProbabilities(Dense inclusion, Scales scales, FeaturePrior prior) {

  /**
   * Returns the posterior that variational inference ended with.
   *
   * @param inclusion ν, N×K
   * @param infinite whether the prior is the Indian buffet process
   * @param features of the model, of which some may be in no row
   * @param figures with α, σx and σa
   */
  public static BitProbabilities of(
      Dense inclusion, boolean infinite, int features, Map<String, Double> figures) {
    return new BitProbabilities(
        inclusion,
        new Scales(
            IndianBuffetModel.figure(figures, "sigma"),
            IndianBuffetModel.figure(figures, "feature-scale")),
        IndianBuffetModel.prior(infinite, features, IndianBuffetModel.figure(figures, "alpha")));
  }

  /** Σ_n ν_nk: how many rows each feature is expected to have. */
  double[] counts() {
    double[] counts = new double[inclusion.cols()];
    for (int i = 0; i < inclusion.rows(); i++) {
      for (int k = 0; k < counts.length; k++) {
        counts[k] += inclusion.get(i, k);
      }
    }
    return counts;
  }

  /** H = E ZᵀZ, K×K. */
  Dense gram() {
    Dense columns = inclusion.transpose();
    Dense gram = columns.timesTransposed(columns);
    double[] counts = counts();
    for (int k = 0; k < counts.length; k++) {
      gram.set(k, k, counts[k]);
    }
    return gram;
  }

  /**
   * Returns the posterior of features by these probabilities, without chains.
   *
   * @param z the bits of probability above ½
   * @param x N×D, which ν belongs to
   */
  public Posterior posterior(BinaryMatrix z, Matrix x) {
    int features = inclusion.cols();
    Dense regular = gram();
    Dense inverse = new Dense(features, features);
    for (int k = 0; k < features; k++) {
      regular.set(k, k, regular.get(k, k) + scales.ratio());
      inverse.set(k, k, 1);
    }
    if (features > 0) {
      Cholesky.of(regular).solve(inverse);
    }
    Dense deviation = new Dense(features, x.cols());
    Dense presence = new Dense(features, 1);
    for (int k = 0; k < features; k++) {
      double one = scales.noise() * Math.sqrt(inverse.get(k, k));
      for (int j = 0; j < x.cols(); j++) {
        deviation.set(k, j, one);
      }
      presence.set(k, 0, presence(k));
    }
    return new Posterior(
        z,
        inclusion,
        inverse.times(products(x)),
        deviation,
        presence,
        List.of(),
        List.of(),
        List.of(),
        0,
        false,
        null);
  }

  /** The probability that any row has the feature. */
  private double presence(int k) {
    double none = 0;
    for (int i = 0; i < inclusion.rows(); i++) {
      none += Math.log1p(-inclusion.get(i, k));
    }
    return -Math.expm1(none);
  }

  /** νᵀX. */
  private Dense products(Matrix x) {
    Dense products = new Dense(inclusion.cols(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int k = 0; k < products.rows(); k++) {
        double on = inclusion.get(i, k);
        for (int j = 0; j < row.length; j++) {
          products.values()[k * row.length + j] += on * row[j];
        }
      }
    }
    return products;
  }
}

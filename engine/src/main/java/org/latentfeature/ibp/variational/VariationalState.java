package org.latentfeature.ibp.variational;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * q(Z) q(A) q(π), σx², σa² and α of one restart. Each update is the exact maximum of the bound L in
 * its block; scales are in units of the root mean square of X.
 */
final class VariationalState {

  /** σx² is at least this: data without noise have no largest bound. */
  private static final double LEAST_VARIANCE = 1e-6;

  private final Normalisation x;
  private final SoftIncidence z;
  private final GaussianDictionary a;
  private final Prevalences prevalences;
  private double variance = 1;
  private double scale = 1;

  VariationalState(
      Normalisation x, SoftIncidence z, GaussianDictionary a, Prevalences prevalences) {
    this.x = x;
    this.z = z;
    this.a = a;
    this.prevalences = prevalences;
  }

  void updatePrevalences() {
    prevalences.update(z.sums().counts(), x.rows());
  }

  void updateDictionary() {
    a.update(z.sums(), variance, scale);
  }

  /**
   * Updates q(Z).
   *
   * @throws org.latentfeature.base.progress.StoppedException if its steps are stopped
   */
  void updateIncidence() {
    z.update(a, prevalences.logOdds(), variance);
  }

  /** σx² = E‖X − Z A‖²/(N D). */
  void learnVariance() {
    variance = Math.max(LEAST_VARIANCE, squaredError() / x.squaredNorm());
  }

  /** σa² = E‖A‖²/(K D). */
  void learnScale() {
    scale = a.squaredNorm() / ((double) prevalences.features() * x.dimensions());
  }

  void learnMass() {
    prevalences.learnMass();
  }

  /** Frequent features first, which moves the bound of the infinite model. */
  void order() {
    double[] counts = z.sums().counts();
    boolean sorted = true;
    for (int k = 1; k < counts.length; k++) {
      sorted &= counts[k - 1] >= counts[k];
    }
    if (!sorted) {
      int[] order =
          IntStream.range(0, counts.length)
              .boxed()
              .sorted(Comparator.comparingDouble(k -> -counts[k]))
              .mapToInt(Integer::intValue)
              .toArray();
      z.select(order);
      a.select(order);
      prevalences.select(order);
    }
  }

  /** E‖X − Z A‖² = ‖X‖² − 2 ⟨νᵀX, M⟩ + ⟨H, E AAᵀ⟩. */
  double squaredError() {
    double error = x.squaredNorm();
    double[] products = z.sums().cross().values();
    double[] mean = a.mean().values();
    for (int i = 0; i < mean.length; i++) {
      error -= 2 * products[i] * mean[i];
    }
    double[] gram = z.sums().gram().values();
    double[] second = a.gram().values();
    for (int i = 0; i < gram.length; i++) {
      error += gram[i] * second[i];
    }
    return Math.max(0, error);
  }

  /** L, a lower bound of log p(X). */
  double bound() {
    double likelihood =
        -0.5 * x.squaredNorm() * Math.log(2 * Math.PI * variance) - squaredError() / (2 * variance);
    return likelihood
        + prevalences.bound(z.sums().counts(), x.rows())
        + a.bound(scale)
        + z.sums().entropy();
  }

  SoftIncidence z() {
    return z;
  }

  GaussianDictionary a() {
    return a;
  }

  Prevalences prevalences() {
    return prevalences;
  }

  /** σx². */
  double variance() {
    return variance;
  }

  void setVariance(double value) {
    variance = value;
  }

  /** σa². */
  double scale() {
    return scale;
  }

  void setScale(double value) {
    scale = value;
  }
}

package org.latentfeature.ibp;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.GammaFunctions;

/**
 * K features with inclusion probabilities π_k ~ Beta(α/K, 1): log p(Z) = Σ_k [log(α/K) + log Γ(m_k
 * + α/K) + log Γ(N − m_k + 1) − log Γ(N + 1 + α/K)].
 *
 * @param mass α, above 0; α = K is the uniform distribution of π
 * @param features K
 */
public record FiniteFeatures(double mass, int features) implements FeaturePrior {

  /** Checks the ranges. */
  public FiniteFeatures {
    Masses.require(mass);
    if (features < 1) {
      throw new IllegalArgumentException("K is " + features + "; it must be at least 1");
    }
  }

  @Override
  public boolean isInfinite() {
    return false;
  }

  @Override
  public FiniteFeatures withMass(double alpha) {
    return new FiniteFeatures(alpha, features);
  }

  /** α/K. */
  @Override
  public double pseudoCount() {
    return mass / features;
  }

  @Override
  public double log(Dense gram, int n) {
    double a = mass / features;
    double log = 0;
    for (int k = 0; k < gram.rows(); k++) {
      double m = gram.get(k, k);
      log +=
          Math.log(a)
              + GammaFunctions.lnGamma(m + a)
              + GammaFunctions.lnGamma(n - m + 1.0)
              - GammaFunctions.lnGamma(n + 1 + a);
    }
    return log;
  }
}

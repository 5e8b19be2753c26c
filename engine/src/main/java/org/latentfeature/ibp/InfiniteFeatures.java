package org.latentfeature.ibp;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.GammaFunctions;

/**
 * The Indian buffet process IBP(α) (Griffiths &amp; Ghahramani 2005): log p(Z) = K log α − Σ_h log
 * K_h! − α H_N + Σ_k [log Γ(N − m_k + 1) + log Γ(m_k) − log N!], with K_h the number of columns
 * equal to h, and H_N = Σ_{i≤N} 1/i.
 *
 * @param mass α, above 0
 */
public record InfiniteFeatures(double mass) implements FeaturePrior {

  /** Checks the range. */
  public InfiniteFeatures {
    Masses.require(mass);
  }

  @Override
  public boolean isInfinite() {
    return true;
  }

  @Override
  public InfiniteFeatures withMass(double alpha) {
    return new InfiniteFeatures(alpha);
  }

  @Override
  public double pseudoCount() {
    return 0;
  }

  /** H_N = Σ_{i≤N} 1/i. */
  public static double harmonic(int n) {
    double sum = 0;
    for (int i = n; i >= 1; i--) {
      sum += 1.0 / i;
    }
    return sum;
  }

  @Override
  public double log(Dense gram, int n) {
    int features = gram.rows();
    double log = features * Math.log(mass) - mass * harmonic(n);
    for (int k = 0; k < features; k++) {
      double m = gram.get(k, k);
      int alike = 1; // K_h! is the product of 1 … K_h.
      for (int l = 0; l < k; l++) {
        alike += gram.get(l, l) == m && gram.get(k, l) == m ? 1 : 0;
      }
      log -= Math.log(alike);
      log +=
          GammaFunctions.lnGamma(n - m + 1.0)
              + GammaFunctions.lnGamma(m)
              - GammaFunctions.lnGamma(n + 1.0);
    }
    return log;
  }
}

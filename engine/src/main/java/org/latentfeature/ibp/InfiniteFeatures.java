package org.latentfeature.ibp;

import java.util.HashMap;
import java.util.Map;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.GammaFunctions;

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

  /** log(m / (N − m)). */
  @Override
  public double logOdds(int others, int rows) {
    return Math.log((double) others / (rows - others));
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
  public double log(BinaryMatrix z) {
    int n = z.rows();
    Map<BitVector, Integer> alike = new HashMap<>();
    double log = z.cols() * Math.log(mass) - mass * harmonic(n);
    for (BitVector column : z.columns()) {
      int m = column.count();
      log -= Math.log(alike.merge(column, 1, Integer::sum)); // K_h! is the product of 1 … K_h.
      log +=
          GammaFunctions.lnGamma(n - m + 1.0)
              + GammaFunctions.lnGamma(m)
              - GammaFunctions.lnGamma(n + 1.0);
    }
    return log;
  }
}

package org.latentfeature.ibp.variational;

/** K features with π_k ~ Beta(α/K, 1): the finite form. */
final class BetaPrevalences extends Prevalences {

  BetaPrevalences(int features, double mass) {
    super(features, mass, mass / features);
  }

  private double share() {
    return mass() / features();
  }

  /** τ_k = (α/K + n_k, 1 + N − n_k). */
  @Override
  void update(double[] counts, int rows) {
    for (int k = 0; k < counts.length; k++) {
      set(k, share() + counts[k], 1 + Math.max(0, rows - counts[k]));
    }
  }

  /** θ_k = ψ(τ_k1) − ψ(τ_k2). */
  @Override
  double[] logOdds() {
    double[] odds = new double[features()];
    for (int k = 0; k < odds.length; k++) {
      odds[k] = logOn(k) - logOff(k);
    }
    return odds;
  }

  /** α/K = −K/Σ_k e_k. */
  @Override
  void learnMass() {
    setMass(features() * (features() / -sumOfLogs()));
  }

  @Override
  double bound(double[] counts, int rows) {
    double bound = features() * Math.log(share()) + (share() - 1) * sumOfLogs() + entropy();
    for (int k = 0; k < counts.length; k++) {
      bound += counts[k] * logOn(k) + (rows - counts[k]) * logOff(k);
    }
    return bound;
  }
}

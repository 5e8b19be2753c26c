package org.latentfeature.ibp.variational;

/**
 * Up to K features with π_k = v_1 ⋯ v_k and v_k ~ Beta(α, 1): the Indian buffet process (Teh, Görür
 * &amp; Ghahramani 2007), cut at K. E log(1 − v_1 ⋯ v_k) has no closed form; f_k = log Σ_{i≤k} exp
 * c_i is a bound of it with q_k(i) = exp(c_i − f_k), c_i = E log((1 − v_i) v_1 ⋯ v_{i−1}), at its
 * best for these q_k (Doshi-Velez et al. 2009, section 4.2).
 */
final class StickBreaking extends Prevalences {

  private final double[] c;
  private final double[] f;

  StickBreaking(int features, double mass) {
    super(features, mass, mass);
    c = new double[features];
    f = new double[features];
  }

  /** Brings c and f up to date. */
  private void bounds() {
    double before = 0;
    for (int k = 0; k < c.length; k++) {
      c[k] = logOff(k) + before;
      before += logOn(k);
      f[k] =
          k == 0
              ? c[0]
              : Math.max(f[k - 1], c[k]) + Math.log1p(Math.exp(-Math.abs(f[k - 1] - c[k])));
    }
  }

  /**
   * For k in turn, with q_m afresh: τ_k1 = α + Σ_{m≥k} n_m + Σ_{m>k} (N − n_m) Σ_{k&lt;i≤m} q_m(i),
   * τ_k2 = 1 + Σ_{m≥k} (N − n_m) q_m(k).
   */
  @Override
  void update(double[] counts, int rows) {
    for (int k = 0; k < counts.length; k++) {
      bounds();
      double first = mass();
      double second = 1;
      for (int m = k; m < counts.length; m++) {
        double without = Math.max(0, rows - counts[m]);
        first += counts[m] - without * Math.expm1(f[k] - f[m]);
        second += without * Math.exp(c[k] - f[m]);
      }
      set(k, first, second);
    }
  }

  /** θ_k = Σ_{j≤k} e_j − f_k. */
  @Override
  double[] logOdds() {
    bounds();
    double[] odds = new double[features()];
    double sum = 0;
    for (int k = 0; k < odds.length; k++) {
      sum += logOn(k);
      odds[k] = sum - f[k];
    }
    return odds;
  }

  /** α = −K/Σ_k e_k. */
  @Override
  void learnMass() {
    setMass(features() / -sumOfLogs());
  }

  @Override
  double bound(double[] counts, int rows) {
    bounds();
    double bound = features() * Math.log(mass()) + (mass() - 1) * sumOfLogs() + entropy();
    double sum = 0;
    for (int k = 0; k < counts.length; k++) {
      sum += logOn(k);
      bound += counts[k] * sum + (rows - counts[k]) * f[k];
    }
    return bound;
  }
}

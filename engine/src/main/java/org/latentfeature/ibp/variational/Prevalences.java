package org.latentfeature.ibp.variational;

import org.latentfeature.base.linalg.GammaFunctions;

/** q of the prevalences of features: K independent Beta(τ_k1, τ_k2). α is their prior's mass. */
abstract class Prevalences {

  private final double[] on;
  private final double[] off;
  private final double[] psiOn;
  private final double[] psiOff;
  private final double[] psiSum;
  private double mass;

  /** Beta(a, 1) each. */
  Prevalences(int features, double mass, double first) {
    on = new double[features];
    off = new double[features];
    psiOn = new double[features];
    psiOff = new double[features];
    psiSum = new double[features];
    this.mass = mass;
    for (int k = 0; k < features; k++) {
      set(k, first, 1);
    }
  }

  /**
   * The best q given all else.
   *
   * @param counts n_k
   * @param rows N
   */
  abstract void update(double[] counts, int rows);

  /** θ_k: what the prior adds to the log-odds of z_nk. */
  abstract double[] logOdds();

  /** α becomes the one of the largest bound. */
  abstract void learnMass();

  /** E log p(π) + E log p(Z | π) + the entropy of q(π). */
  abstract double bound(double[] counts, int rows);

  /** Puts the features in another order. */
  final void select(int[] order) {
    double[] first = on.clone();
    double[] second = off.clone();
    for (int k = 0; k < order.length; k++) {
      set(k, first[order[k]], second[order[k]]);
    }
  }

  /** α. */
  final double mass() {
    return mass;
  }

  final void setMass(double value) {
    mass = value;
  }

  final int features() {
    return on.length;
  }

  final void set(int k, double first, double second) {
    on[k] = first;
    off[k] = second;
    psiOn[k] = GammaFunctions.digamma(first);
    psiOff[k] = GammaFunctions.digamma(second);
    psiSum[k] = GammaFunctions.digamma(first + second);
  }

  /** τ_k1. */
  final double on(int k) {
    return on[k];
  }

  /** τ_k2. */
  final double off(int k) {
    return off[k];
  }

  /** e_k = E log of Beta(τ_k1, τ_k2). */
  final double logOn(int k) {
    return psiOn[k] - psiSum[k];
  }

  /** E log(1 − ·). */
  final double logOff(int k) {
    return psiOff[k] - psiSum[k];
  }

  /** Σ_k e_k, below 0. */
  final double sumOfLogs() {
    double sum = 0;
    for (int k = 0; k < on.length; k++) {
      sum += logOn(k);
    }
    return sum;
  }

  /** Σ_k of the entropies of Beta(τ_k1, τ_k2). */
  final double entropy() {
    double sum = 0;
    for (int k = 0; k < on.length; k++) {
      sum +=
          GammaFunctions.lnGamma(on[k])
              + GammaFunctions.lnGamma(off[k])
              - GammaFunctions.lnGamma(on[k] + off[k])
              - (on[k] - 1) * psiOn[k]
              - (off[k] - 1) * psiOff[k]
              + (on[k] + off[k] - 2) * psiSum[k];
    }
    return sum;
  }
}

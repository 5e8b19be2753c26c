package org.latentfeature.markov;

/** The variance of the noise that is best for given sums over rows. */
final class NoiseStep {

  /** A step takes no more than this share of the variance away. */
  private static final double SMALLEST_SHARE = 1e-6;

  private NoiseStep() {}

  /**
   * Σ E ‖x − W_Aᵀc‖² / entries, kept above 0 where features explain all there is.
   *
   * @param present the variance so far
   */
  static double variance(double expectedSquaredError, double entries, double present) {
    return Math.max(expectedSquaredError / entries, SMALLEST_SHARE * present);
  }
}

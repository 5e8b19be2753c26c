package org.latentfeature.ibp;

/**
 * Which of the hyperparameters are drawn, and their priors: 1/σx² ~ Gamma(1, rate {@link #NOISE}
 * s²), 1/σa² ~ Gamma(1, rate s²), α ~ Gamma(1, rate 1), with s² = |X|²/(ND), so that units of X do
 * not matter.
 *
 * @param meanSquare s²
 * @param drawNoise whether σx is drawn; otherwise it stays
 * @param drawFeatures whether σa is drawn
 * @param drawMass whether α is drawn
 */
public record HyperPriors(
    double meanSquare, boolean drawNoise, boolean drawFeatures, boolean drawMass) {

  /** Rate of the prior of 1/σx², in units of s². */
  static final double NOISE = 1e-4;

  /** Rate of the prior of α. */
  static final double MASS = 1;

  /**
   * σx² where the posterior is largest if no error is left.
   *
   * @param meanSquare s²
   * @param entries N D
   */
  public static double leastVariance(double meanSquare, double entries) {
    return 2 * NOISE * meanSquare / entries;
  }

  /** Log-density of (log σx, log σa) under the prior. */
  double log(double logNoise, double logFeatures) {
    return -2 * logNoise
        - NOISE * meanSquare * Math.exp(-2 * logNoise)
        - 2 * logFeatures
        - meanSquare * Math.exp(-2 * logFeatures);
  }
}

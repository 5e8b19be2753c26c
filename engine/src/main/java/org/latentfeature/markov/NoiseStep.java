package org.latentfeature.markov;

/** The variance of the noise that is best for given sums over rows, unless it is given. */
final class NoiseStep {

  /** Least variance, as a share of the mean square of X: with less, rounding decides. */
  private static final double LEAST = 1e-10;

  /** The variance at the start, as such a share. */
  private static final double START = 0.5;

  private final MarkovOptions options;
  private final double meanSquare;

  /**
   * For data with entries of this mean square.
   *
   * @param meanSquare above 0
   */
  NoiseStep(MarkovOptions options, double meanSquare) {
    this.options = options;
    this.meanSquare = meanSquare;
  }

  /** Before any row is coded. */
  double start() {
    return given(START * meanSquare);
  }

  /** Σ E ‖x − W_Aᵀc‖² / entries, kept above 0 where features explain all there is. */
  double variance(double expectedSquaredError, double entries) {
    return given(Math.max(expectedSquaredError / entries, LEAST * meanSquare));
  }

  private double given(double learned) {
    Double sigma = options.sigma();
    return sigma == null ? learned : sigma * sigma;
  }
}

package org.latentfeature.markov;

import org.latentfeature.data.DataException;

/** The variance of the noise that is best for given sums over rows, unless it is given. */
final class NoiseStep {

  /** Least variance, as a share of the mean square of X: with less, rounding decides. */
  private static final double LEAST = 1e-10;

  /** How far the noise may be from the entries of X, either way: beyond, single precision ends. */
  private static final double FAR = 1e7;

  /** The variance at the start, as such a share. */
  private static final double START = 0.5;

  private final MarkovOptions options;
  private final double meanSquare;

  /**
   * For data with entries of this mean square.
   *
   * @param meanSquare of the known entries of X
   * @throws DataException if the standard deviation that was given is out of all proportion to it
   */
  NoiseStep(MarkovOptions options, double meanSquare) {
    this.options = options;
    this.meanSquare = meanSquare;
    Double sigma = options.sigma();
    double size = Math.sqrt(meanSquare);
    if (sigma != null && size > 0 && !(sigma * FAR >= size && sigma <= size * FAR)) {
      throw new DataException(
          "sigma is %s, but the entries of X have a root mean square of %.3g; choose a sigma between %.3g and %.3g, or drop it to learn it from the data"
              .formatted(sigma, size, 1.01 * size / FAR, 0.99 * size * FAR));
    }
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

package org.latentfeature.lasso;

/**
 * What no factorisation of X can beat: the squared error of the rank-K singular value
 * decomposition.
 */
final class SpectralFloor {

  /** Slack over the error that a true factorisation is expected to leave. */
  private static final double SLACK = 1.005;

  /**
   * A true rank shows in the spectrum: its last value is this much above the first of the noise.
   */
  private static final double GAP = 2;

  /** Squared singular values below this share of the largest are rounding errors of X. */
  private static final double ROUNDING = 1e-13;

  private final double[] values;
  private final double[] tails;
  private final int cols;

  /**
   * A floor for each K.
   *
   * @param squaredSingularValues largest first
   * @param cols D of the data, before any reduction
   */
  SpectralFloor(double[] squaredSingularValues, int cols) {
    this.cols = cols;
    values = squaredSingularValues;
    tails = new double[squaredSingularValues.length + 1];
    double noise = ROUNDING * squaredSingularValues[0];
    for (int k = squaredSingularValues.length - 1; k >= 0; k--) {
      double value = squaredSingularValues[k];
      tails[k] = tails[k + 1] + (value > noise ? value : 0);
    }
  }

  /** The floor for K features. */
  double squaredError(int k) {
    return tails[Math.min(k, tails.length - 1)];
  }

  /**
   * Whether {@code squaredError} with K features is what the truth would leave if X were Z W plus
   * noise alike in all directions. Of that noise, ‖E‖², least squares on the true Z takes K of N
   * dimensions and leaves (N−K)D of ND; the singular vectors also take K of D and leave (N−K)(D−K).
   * Where the spectrum falls off smoothly at K there is no such truth to reach.
   */
  boolean isReached(double squaredError, int k) {
    boolean gap = k >= values.length || values[k - 1] >= GAP * values[k];
    double floor = squaredError(k) + ROUNDING * tails[0];
    return gap && k < cols && squaredError <= SLACK * floor * cols / (cols - k);
  }
}

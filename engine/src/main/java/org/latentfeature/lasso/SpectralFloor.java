package org.latentfeature.lasso;

/**
 * What no factorisation of X can beat: the squared error of the rank-K singular value
 * decomposition.
 */
final class SpectralFloor {

  /** Slack over the error that a true factorisation is expected to leave. */
  private static final double SLACK = 1.005;

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
    tails = new double[squaredSingularValues.length + 1];
    for (int k = squaredSingularValues.length - 1; k >= 0; k--) {
      tails[k] = tails[k + 1] + squaredSingularValues[k];
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
   */
  boolean isReached(double squaredError, int k) {
    return k < cols && squaredError <= SLACK * squaredError(k) * cols / (cols - k);
  }
}

package org.latentfeature.factor;

import org.latentfeature.fit.Spectrum;

/**
 * What no factorisation of X can beat: the squared error of the rank-K singular value decomposition
 * (docs/lasso.md, section 7).
 */
public final class SpectralFloor {

  /** Slack over the error that a true factorisation is expected to leave. */
  private static final double SLACK = 1.005;

  /** Standard deviations of that error which verified columns are granted. */
  private static final double DEVIATIONS = 4;

  /** Squared singular values below this share of the largest are rounding errors of X. */
  private static final double ROUNDING = 1e-13;

  private final double[] values;
  private final double[] tails;
  private final int cols;

  /** NaN for every K, which nothing reaches. */
  public static SpectralFloor unknown(int cols) {
    return new SpectralFloor(new double[] {Double.NaN}, cols);
  }

  /**
   * A floor for each K.
   *
   * @param squaredSingularValues largest first
   * @param cols how many columns of the data as given are not all zero
   */
  public SpectralFloor(double[] squaredSingularValues, int cols) {
    this.cols = cols;
    values = squaredSingularValues;
    tails = new double[squaredSingularValues.length + 1];
    double noise = ROUNDING * squaredSingularValues[0];
    for (int k = squaredSingularValues.length - 1; k >= 0; k--) {
      double value = squaredSingularValues[k];
      tails[k] = tails[k + 1] + (value <= noise ? 0 : value);
    }
  }

  /** The floor for K features; NaN if unknown. */
  public double squaredError(int k) {
    return Double.isNaN(tails[0]) ? Double.NaN : tails[Math.min(k, tails.length - 1)];
  }

  /**
   * Whether {@code squaredError} with K features is what the truth would leave if X were Z W plus
   * noise alike in all directions. Of that noise, ‖E‖², least squares on the true Z takes K of N
   * dimensions and leaves (N−K)D of ND; the singular vectors also take K of D and leave (N−K)(D−K).
   */
  public boolean isReached(double squaredError, int k) {
    return hasGap(k) && isReached(squaredError, squaredError(k), tails[0], k, cols, SLACK);
  }

  private static boolean isReached(
      double squaredError, double tail, double total, int k, int cols, double slack) {
    double floor = tail + ROUNDING * total;
    return k < cols && squaredError <= slack * floor * cols / (cols - k);
  }

  /**
   * The same from the leading vectors alone, of columns that are each verified to lie in their
   * span: there the noise left may also deviate from its expectation, as a sum of (N−K)(D−K)
   * squares does.
   */
  public static boolean isReached(
      double squaredError, Spectrum.Leading leading, int rows, int cols) {
    int k = leading.basis().rows();
    double terms = Math.max(1, (double) (rows - k) * (cols - k));
    double slack = SLACK + DEVIATIONS * Math.sqrt(2 / terms);
    return leading.hasGap()
        && isReached(squaredError, leading.rest(), leading.total(), k, cols, slack);
  }

  /**
   * Whether there may be a truth of rank K: where the spectrum falls off smoothly there is none.
   */
  public boolean hasGap(int k) {
    return k >= values.length || values[k - 1] >= Spectrum.GAP * values[k];
  }
}

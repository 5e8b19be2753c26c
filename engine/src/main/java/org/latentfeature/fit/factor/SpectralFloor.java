package org.latentfeature.fit.factor;

import org.latentfeature.fit.Spectrum;

/**
 * The lower bound of the squared error of any factorisation of X: that of the rank-K singular value
 * decomposition (docs/lasso.md, section 7). It answers whether a factorisation leaves as little
 * error as the ground truth would.
 */
public final class SpectralFloor {

  /**
   * Name of the figure of a lower bound: no factorisation with K features, and an intercept if
   * there is one, has less rmse.
   */
  public static final String LEAST_RMSE = "least_rmse";

  /** Tolerance above the expected error of the ground truth. */
  private static final double SLACK = 1.005;

  /** Standard deviations of that error that verified columns may have in addition. */
  private static final double DEVIATIONS = 4;

  /** Squared singular values below this share of the largest are rounding errors of X. */
  private static final double ROUNDING = 1e-13;

  private final double[] values;
  private final double[] tails;
  private final int cols;

  /** NaN for every K: no error reaches it. */
  public static SpectralFloor unknown(int cols) {
    return new SpectralFloor(new double[] {Double.NaN}, cols);
  }

  /**
   * A floor for each K.
   *
   * @param squaredSingularValues largest first
   * @param cols number of columns of the original data that are not all zero
   */
  public SpectralFloor(double[] squaredSingularValues, int cols) {
    this(squaredSingularValues, 0, cols);
  }

  /**
   * A floor for each K up to the number of values.
   *
   * @param squaredSingularValues the leading ones, largest first
   * @param beyond the sum of the others
   * @param cols number of columns of the original data that are not all zero
   */
  public SpectralFloor(double[] squaredSingularValues, double beyond, int cols) {
    this.cols = cols;
    values = squaredSingularValues;
    tails = new double[squaredSingularValues.length + 1];
    tails[squaredSingularValues.length] = beyond;
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
   * Returns whether {@code squaredError} with K features is as small as that of the ground truth if
   * X is Z W plus isotropic noise. Least squares on the true Z removes K of N dimensions of the
   * noise, so its residual is (N−K)D/(ND) of ‖E‖²; the singular vectors also remove K of D, and
   * theirs is (N−K)(D−K)/(ND). Nothing has less than an error that is only rounding, if K is no
   * more than the rank of X.
   */
  public boolean isReached(double squaredError, int k) {
    boolean isExact = isWithinRank(k) && squaredError <= ROUNDING * tails[0];
    return isExact
        || (hasGap(k) && isReached(squaredError, squaredError(k), tails[0], k, cols, SLACK));
  }

  private boolean isWithinRank(int k) {
    return k <= values.length && values[k - 1] > ROUNDING * values[0];
  }

  private static boolean isReached(
      double squaredError, double tail, double total, int k, int cols, double slack) {
    double floor = tail + ROUNDING * total;
    return k < cols && squaredError <= slack * floor * cols / (cols - k);
  }

  /**
   * Returns whether {@code squaredError} is as small as that of the ground truth, by the leading
   * vectors alone, for columns that are all verified to lie in their span. There the residual noise
   * may also deviate from its expectation, like a sum of (N−K)(D−K) squares.
   */
  public static boolean isReached(
      double squaredError, Spectrum.Leading leading, int rows, int cols) {
    int k = leading.basis().rows();
    double terms = Math.max(1, (double) (rows - k) * (cols - k));
    double slack = SLACK + DEVIATIONS * Math.sqrt(2 / terms);
    return leading.hasGap()
        && (squaredError <= ROUNDING * leading.total()
            || isReached(squaredError, leading.rest(), leading.total(), k, cols, slack));
  }

  /** Returns whether there may be a ground truth of rank K: not if the spectrum decays smoothly. */
  public boolean hasGap(int k) {
    return k >= values.length || values[k - 1] >= Spectrum.GAP * values[k];
  }
}

package org.latentfeature.lasso;

import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/**
 * What no factorisation of X can beat: the squared error of the rank-K singular value decomposition
 * (docs/lasso.md, section 7).
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

  /** Beyond so many singular values the spectrum costs more memory and time than the fit. */
  private static final int MOST_VALUES = 8192;

  /**
   * The floor of {@code rows}, or {@link #unknown} where their spectrum is too large.
   *
   * @param cols D of the data, before any reduction
   */
  static SpectralFloor of(ResidentRows rows, int cols, StopSignal stop) {
    if (!isKnown(rows.rows(), rows.cols())) {
      return unknown(cols);
    }
    try (Moments moments = rows.open(new Moments.Limits(), stop)) {
      return new SpectralFloor(moments.squaredSingularValues(), cols);
    }
  }

  /** Whether the floor of N×D rows is computed. */
  static boolean isKnown(int rows, int cols) {
    return Math.min(rows, cols) <= MOST_VALUES;
  }

  /** NaN for every K, which nothing reaches. */
  static SpectralFloor unknown(int cols) {
    return new SpectralFloor(new double[] {Double.NaN}, cols);
  }

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
      tails[k] = tails[k + 1] + (value <= noise ? 0 : value);
    }
  }

  /** The floor for K features; NaN if unknown. */
  double squaredError(int k) {
    return Double.isNaN(tails[0]) ? Double.NaN : tails[Math.min(k, tails.length - 1)];
  }

  /**
   * Whether {@code squaredError} with K features is what the truth would leave if X were Z W plus
   * noise alike in all directions. Of that noise, ‖E‖², least squares on the true Z takes K of N
   * dimensions and leaves (N−K)D of ND; the singular vectors also take K of D and leave (N−K)(D−K).
   */
  boolean isReached(double squaredError, int k) {
    double floor = squaredError(k) + ROUNDING * tails[0];
    return hasGap(k) && k < cols && squaredError <= SLACK * floor * cols / (cols - k);
  }

  /**
   * Whether there may be a truth of rank K: where the spectrum falls off smoothly there is none.
   */
  boolean hasGap(int k) {
    return k >= values.length || values[k - 1] >= GAP * values[k];
  }
}

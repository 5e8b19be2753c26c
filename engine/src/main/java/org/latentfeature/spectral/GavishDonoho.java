package org.latentfeature.spectral;

import java.util.Arrays;

/**
 * The number of singular values that noise does not explain, by the optimal hard threshold of
 * Gavish &amp; Donoho 2014 for noise of unknown variance: a multiple of the median singular value.
 */
public final class GavishDonoho {

  private GavishDonoho() {}

  /**
   * Counts the values above the threshold.
   *
   * @param singularValues all min(N, D), in any order; 0 where they are rounding errors
   * @param rows N
   * @param cols D, without columns that are all zero
   */
  public static int count(double[] singularValues, int rows, int cols) {
    double[] sorted = singularValues.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    double threshold = factor((double) Math.min(rows, cols) / Math.max(rows, cols)) * median;
    return (int) Arrays.stream(sorted).filter(value -> value > threshold).count();
  }

  /**
   * Counts the values above the threshold for noise of known variance, λ(β)√max(N, D)·σ.
   *
   * @param singularValues the largest, in any order
   * @param rows N
   * @param cols D, without columns that are all zero
   * @param variance σ² of the noise
   */
  public static int count(double[] singularValues, int rows, int cols, double variance) {
    double beta = (double) Math.min(rows, cols) / Math.max(rows, cols);
    double squared =
        2 * (beta + 1) + 8 * beta / (beta + 1 + Math.sqrt(beta * beta + 14 * beta + 1));
    double threshold = Math.sqrt(squared * Math.max(rows, cols) * variance);
    return (int) Arrays.stream(singularValues).filter(value -> value > threshold).count();
  }

  /** ω(β) for β = N/D or D/N, at most 1: their approximation, within .02. */
  private static double factor(double beta) {
    return ((0.56 * beta - 0.95) * beta + 1.82) * beta + 1.43;
  }
}

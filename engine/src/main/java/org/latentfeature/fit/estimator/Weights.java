package org.latentfeature.fit.estimator;

import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;

/**
 * Weights of the squared residuals of rows and columns. A row of weight 2 counts as two equal rows,
 * one of weight 0 is coded and has no say; a column of weight 0 has a row of W but no say in Z.
 */
public final class Weights {

  /** All 1. */
  public static final Weights NONE = new Weights(null, null, false);

  private final double @Nullable [] rows;
  private final double @Nullable [] cols;
  private final boolean noise;

  /**
   * Keeps these weights, which are not copied.
   *
   * @param rows the N weights, finite and at least 0, not all 0; null if all are 1
   * @param cols the D weights, the same; null if all are 1
   * @param noise whether columns weigh 1/σ_d² instead, σ_d² estimated from the residuals
   */
  public Weights(double @Nullable [] rows, double @Nullable [] cols, boolean noise) {
    require(rows, "row");
    require(cols, "column");
    if (noise && cols != null) {
      throw new IllegalArgumentException(
          "columns are weighed by their noise, or by given weights; drop one of the two");
    }
    this.rows = rows;
    this.cols = cols;
    this.noise = noise;
  }

  /** The N weights of rows; null if all are 1. */
  public double @Nullable [] rows() {
    return rows;
  }

  /** The D weights of columns; null if all are 1. */
  public double @Nullable [] cols() {
    return cols;
  }

  /** Returns whether columns are weighed by their noise. */
  public boolean noise() {
    return noise;
  }

  private static void require(double @Nullable [] weights, String of) {
    if (weights == null) {
      return;
    }
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      if (!(weights[i] >= 0) || Double.isInfinite(weights[i])) {
        throw new IllegalArgumentException(
            "the weight of %s %,d (counting from 1) is %s; weights are finite numbers from 0"
                .formatted(of, i + 1, weights[i]));
      }
      sum += weights[i];
    }
    if (sum == 0) {
      throw new IllegalArgumentException(
          "all %s weights are 0; there is nothing to fit".formatted(of));
    }
  }

  /** Returns whether all weights are 1 and columns are not weighed by their noise. */
  public boolean isNone() {
    return isOnes(rows) && isOnes(cols) && !noise;
  }

  private static boolean isOnes(double @Nullable [] weights) {
    if (weights != null) {
      for (double weight : weights) {
        if (weight != 1) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Checks their numbers for N×D data.
   *
   * @throws DataException if they are others
   */
  public void requireFor(int n, int d) {
    requireLength(rows, n, "row");
    requireLength(cols, d, "column");
  }

  private static void requireLength(double @Nullable [] weights, int count, String of) {
    if (weights != null && weights.length != count) {
      throw new DataException(
          "there are %,d %s weights, but X has %,d %ss; give one for each"
              .formatted(weights.length, of, count, of));
    }
  }
}

package org.latentfeature.lasso.variant;

import java.util.Arrays;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;

/**
 * X with the entries of each column no further from its median than a few times its median absolute
 * deviation, of entries other than the median where most are equal to it: what a robust fit begins
 * with, before there are residuals to tell outliers by.
 */
final class Winsorised {

  /** Median absolute deviations from the median; 3 standard deviations of normal entries. */
  private static final double REACH = 4.45;

  private Winsorised() {}

  /** A copy of {@code x} (N×D), NaN where it is. */
  static Matrix of(Matrix x) {
    float[] low = new float[x.cols()];
    float[] high = new float[x.cols()];
    float[] column = new float[x.rows()];
    for (int j = 0; j < low.length; j++) {
      int known = 0;
      for (int i = 0; i < column.length; i++) {
        float value = x.get(i, j);
        if (!Float.isNaN(value)) {
          column[known++] = value;
        }
      }
      float median = median(column, known);
      for (int i = 0; i < known; i++) {
        column[i] = Math.abs(column[i] - median);
      }
      double reach = REACH * spread(column, known);
      low[j] = reach > 0 ? (float) (median - reach) : Float.NEGATIVE_INFINITY;
      high[j] = reach > 0 ? (float) (median + reach) : Float.POSITIVE_INFINITY;
    }
    Matrix inner = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.min(high[j], Math.max(low[j], row[j]));
      }
      inner.setRow(i, row);
    }
    return inner;
  }

  /** Returns the share of the variation of {@code inner} that {@code x} has beyond it. */
  static double share(Matrix x, Matrix inner) {
    double[] mean = inner.columnMeans(StopSignal.NEVER);
    double beyond = 0;
    double variation = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        double clipped = inner.get(i, j);
        beyond += (x.get(i, j) - clipped) * (x.get(i, j) - clipped);
        variation += (clipped - mean[j]) * (clipped - mean[j]);
      }
    }
    return variation > 0 ? beyond / variation : 0;
  }

  /** Median of {@code count} distances; of those above 0 where most are 0; 0 if all are. */
  private static float spread(float[] distances, int count) {
    float median = median(distances, count);
    int above = 0;
    while (above < count && distances[above] == 0) {
      above++;
    }
    return median > 0 || above == count ? median : distances[(above + count) / 2];
  }

  private static float median(float[] values, int count) {
    Arrays.sort(values, 0, count);
    return values[count / 2];
  }
}

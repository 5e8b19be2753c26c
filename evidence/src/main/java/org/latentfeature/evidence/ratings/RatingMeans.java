package org.latentfeature.evidence.ratings;

import java.util.Arrays;
import org.latentfeature.data.Matrix;

/** Means of ratings. */
final class RatingMeans {

  private final double mean;
  private final double[] ofColumns;

  /** Computes the means of {@code training} ratings, NaN where there is none. */
  RatingMeans(Matrix training) {
    double[] sums = new double[training.cols()];
    int[] counts = new int[training.cols()];
    float[] row = new float[training.cols()];
    for (int i = 0; i < training.rows(); i++) {
      training.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          sums[j] += row[j];
          counts[j]++;
        }
      }
    }
    mean = Arrays.stream(sums).sum() / Arrays.stream(counts).sum();
    for (int j = 0; j < sums.length; j++) {
      sums[j] = counts[j] == 0 ? mean : sums[j] / counts[j];
    }
    ofColumns = sums;
  }

  /** Returns the mean of all ratings. */
  double mean() {
    return mean;
  }

  /** Returns the mean of film {@code j}, or that of all films where it has no rating. */
  double ofColumn(int j) {
    return ofColumns[j];
  }
}

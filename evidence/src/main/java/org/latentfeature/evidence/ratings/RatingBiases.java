package org.latentfeature.evidence.ratings;

import org.latentfeature.data.Matrix;

/**
 * Biases of users and films, μ + b_n + c_d: least squares with a ridge, so that who has rated
 * little, or is little rated, is near the mean. One who is not in the training ratings has bias 0.
 */
final class RatingBiases {

  /** A bias is shrunk as by so many ratings of no bias. */
  private static final double RIDGE = 5;

  private static final int ROUNDS = 20;

  private final Matrix training;
  private final double mean;
  private final double[] ofRows;
  private final double[] ofColumns;

  /** Fits the biases to {@code training} ratings, NaN where there is none. */
  RatingBiases(Matrix training) {
    this.training = training;
    ofRows = new double[training.rows()];
    ofColumns = new double[training.cols()];
    mean = new RatingMeans(training).mean();
    for (int round = 0; round < ROUNDS; round++) {
      fitColumns();
      fitRows();
    }
  }

  private void fitColumns() {
    double[] sums = new double[ofColumns.length];
    int[] counts = new int[ofColumns.length];
    float[] row = new float[ofColumns.length];
    for (int i = 0; i < ofRows.length; i++) {
      training.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          sums[j] += row[j] - mean - ofRows[i];
          counts[j]++;
        }
      }
    }
    for (int j = 0; j < sums.length; j++) {
      ofColumns[j] = sums[j] / (counts[j] + RIDGE);
    }
  }

  private void fitRows() {
    float[] row = new float[ofColumns.length];
    for (int i = 0; i < ofRows.length; i++) {
      training.getRow(i, row);
      double sum = 0;
      int count = 0;
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          sum += row[j] - mean - ofColumns[j];
          count++;
        }
      }
      ofRows[i] = sum / (count + RIDGE);
    }
  }

  /** The prediction of row {@code i}, column {@code j}. */
  double of(int i, int j) {
    return mean + ofRows[i] + ofColumns[j];
  }

  /** Returns the training ratings less the biases, NaN where there is no rating. */
  Matrix residual() {
    Matrix left = Matrix.allocate(training.rows(), training.cols());
    float[] row = new float[training.cols()];
    for (int i = 0; i < training.rows(); i++) {
      training.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        row[j] -= (float) of(i, j);
      }
      left.setRow(i, row);
    }
    return left;
  }
}

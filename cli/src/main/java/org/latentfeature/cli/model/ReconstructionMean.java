package org.latentfeature.cli.model;

import org.latentfeature.data.Matrix;

/** The mean of matrices that come one after another. */
final class ReconstructionMean {

  private final Matrix sum;
  private int count = 1;

  /** Creates the mean of {@code first} alone, whose memory it takes over. */
  ReconstructionMean(Matrix first) {
    sum = first;
  }

  /** One more, of the same shape. */
  void add(Matrix other) {
    float[] all = new float[sum.cols()];
    float[] row = new float[sum.cols()];
    for (int i = 0; i < sum.rows(); i++) {
      sum.getRow(i, all);
      other.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        all[j] += row[j];
      }
      sum.setRow(i, all);
    }
    count++;
  }

  /** The mean of all so far; none can be added after. */
  Matrix matrix() {
    float[] row = new float[sum.cols()];
    for (int i = 0; i < sum.rows(); i++) {
      sum.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        row[j] /= count;
      }
      sum.setRow(i, row);
    }
    return sum;
  }
}

package org.latentfeature.markov;

import org.latentfeature.data.FiniteCheck;
import org.latentfeature.data.Matrix;

/** How large the entries of X are. */
final class MeanSquare {

  private MeanSquare() {}

  /**
   * The mean of the squares of the entries that are not NaN; 0 where there are none.
   *
   * @throws org.latentfeature.data.DataException naming the first infinite entry
   */
  static double of(Matrix x) {
    float[] row = new float[x.cols()];
    double sum = 0;
    long known = 0;
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (double value : row) {
        if (!Double.isNaN(value)) {
          sum += value * value;
          known++;
        }
      }
    }
    if (Double.isInfinite(sum)) {
      FiniteCheck.requireFiniteOrMissing(x, "X");
    }
    return known == 0 ? 0 : sum / known;
  }
}

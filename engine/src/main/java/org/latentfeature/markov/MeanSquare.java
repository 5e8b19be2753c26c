package org.latentfeature.markov;

import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;

/** How large the entries of X are. */
final class MeanSquare {

  private MeanSquare() {}

  /**
   * The mean of the squares of the entries that are not NaN; 0 where there are none.
   *
   * @throws DataException naming the first infinite entry
   */
  static double of(Matrix x) {
    float[] row = new float[x.cols()];
    double sum = 0;
    long known = 0;
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int d = 0; d < row.length; d++) {
        double value = row[d];
        if (Double.isInfinite(value)) {
          throw new DataException(
              "row %d, column %d of X is %s; entries must be finite, or NaN where they are missing"
                  .formatted(i + 1L, d + 1L, value));
        }
        if (!Double.isNaN(value)) {
          sum += value * value;
          known++;
        }
      }
    }
    return known == 0 ? 0 : sum / known;
  }
}

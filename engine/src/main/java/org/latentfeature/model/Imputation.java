package org.latentfeature.model;

import org.latentfeature.data.Matrix;

/**
 * A matrix whose missing entries are filled by its reconstruction.
 *
 * @param x N×D, known entries bit for bit as they were
 * @param filled number of entries that were missing
 * @param rmse root mean square of the reconstruction's error at the known entries
 */
public record Imputation(Matrix x, long filled, double rmse) {

  /**
   * Fills {@code x}.
   *
   * @param x N×D, NaN for a missing entry; it stays as it is
   * @param reconstruction N×D, in the units of {@code x}
   */
  public static Imputation of(Matrix x, Matrix reconstruction) {
    Matrix all = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    float[] made = new float[x.cols()];
    long filled = 0;
    double error = 0;
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      reconstruction.getRow(i, made);
      for (int j = 0; j < row.length; j++) {
        if (Float.isNaN(row[j])) {
          row[j] = made[j];
          filled++;
        } else {
          double left = (double) row[j] - made[j];
          error += left * left;
        }
      }
      all.setRow(i, row);
    }
    return new Imputation(all, filled, Math.sqrt(error / (x.size() - filled)));
  }
}

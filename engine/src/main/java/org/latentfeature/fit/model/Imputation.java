package org.latentfeature.fit.model;

import org.latentfeature.data.Matrix;

/**
 * A matrix whose missing entries are filled by its reconstruction.
 *
 * @param x N×D, known entries bit for bit as they were
 * @param filled number of entries that were missing
 * @param left number of entries that stay missing, in columns that the fit did not know
 * @param rmse root mean square of the reconstruction's error at the known entries of the others
 */
public record Imputation(Matrix x, long filled, long left, double rmse) {

  /**
   * Fills {@code x}.
   *
   * @param x N×D, NaN for a missing entry; it stays as it is
   * @param reconstruction N×D, in the units of {@code x}; NaN in columns that the fit did not know
   */
  public static Imputation of(Matrix x, Matrix reconstruction) {
    Matrix all = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    float[] made = new float[x.cols()];
    long filled = 0;
    long left = 0;
    long known = 0;
    double error = 0;
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      reconstruction.getRow(i, made);
      for (int j = 0; j < row.length; j++) {
        if (Float.isNaN(row[j])) {
          row[j] = made[j];
          filled += Float.isNaN(made[j]) ? 0 : 1;
          left += Float.isNaN(made[j]) ? 1 : 0;
        } else if (!Float.isNaN(made[j])) {
          double wrong = (double) row[j] - made[j];
          error += wrong * wrong;
          known++;
        }
      }
      all.setRow(i, row);
    }
    return new Imputation(all, filled, left, Math.sqrt(error / known));
  }
}

package org.latentfeature.fit.model;

import org.latentfeature.data.DataException;
import org.latentfeature.data.FiniteCheck;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.FittedData;
import org.latentfeature.io.NumberText;

/**
 * The units of a file whose values a fit multiplied by a constant as it read them. Rows that models
 * take and give are in the units of the file; W and the figures of a fit are in the units of the
 * fit.
 *
 * @param scale what one unit of the file is to the fit
 */
public record FileUnits(double scale) {

  /** The units of rows that were multiplied by the constant already. */
  public static final FileUnits OF_THE_FIT = new FileUnits(1);

  /**
   * Checks the scale.
   *
   * @throws IllegalArgumentException if it is 0 or not finite
   */
  public FileUnits {
    if (scale == 0 || !Double.isFinite(scale)) {
      throw new IllegalArgumentException(
          "the scale is %s; it must be a finite number other than 0".formatted(scale));
    }
  }

  /** The units of the file of a fit, as its manifest states them. */
  static FileUnits of(Manifest manifest) {
    return new FileUnits(
        NumberText.parse(manifest.options().getOrDefault(FittedData.SCALE_BY, "1")));
  }

  /** Returns whether the units are those of the fit, so that nothing is scaled. */
  public boolean areOfTheFit() {
    return scale == 1;
  }

  /**
   * Rows of the file in the units of the fit; themselves if nothing is scaled.
   *
   * @param x M×D, dense or sparse
   * @throws DataException if a 32-bit float cannot hold an entry, or the rows are not in memory
   */
  Rows toFit(Rows x) {
    if (areOfTheFit()) {
      return x;
    }
    if (x instanceof SparseRows sparse) {
      return sparse.scaled(null, scale);
    }
    if (x instanceof Matrix dense) {
      return times(dense, scale, "X");
    }
    throw new DataException(
        "the data of the fit were multiplied by %s as they were read, and X, %s, is not in memory; multiply it likewise as it is read"
            .formatted(scale, x));
  }

  /** A matrix in the units of the fit in those of the file; itself if nothing is scaled. */
  Matrix toFile(Matrix x) {
    return areOfTheFit() ? x : times(x, 1 / scale, "the reconstruction");
  }

  private static Matrix times(Matrix x, double factor, String name) {
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          row[j] = FiniteCheck.narrow(row[j], factor, true, i, j, name);
        }
      }
      out.setRow(i, row);
    }
    return out;
  }
}

package org.latentfeature.cli.option;

import org.latentfeature.data.FiniteCheck;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.io.NumberText;
import org.latentfeature.model.Model;

/**
 * The units of a file, which was scaled for a fit while it was read.
 *
 * @param scale what one unit of the file is to the fit
 */
public record FileUnits(double scale) {

  /** The units of the file that {@code model} was fitted to. */
  public static FileUnits of(Model model) {
    return new FileUnits(
        NumberText.parse(model.manifest().options().getOrDefault(FittedData.SCALE_BY, "1")));
  }

  /** Whether nothing is scaled. */
  public boolean areOfTheFit() {
    return scale == 1;
  }

  /** Rows of the file as the fit reads them; itself if nothing is scaled. */
  public Matrix toFit(Matrix x) {
    return times(x, scale, "X");
  }

  /** The way back. */
  public Matrix toFile(Matrix x) {
    return times(x, 1 / scale, "the reconstruction");
  }

  private static Matrix times(Matrix x, double factor, String name) {
    if (factor == 1) {
      return x;
    }
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

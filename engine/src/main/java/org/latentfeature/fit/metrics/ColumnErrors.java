package org.latentfeature.fit.metrics;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;

/** The squared errors of X − Z W by column, over the known entries, in double precision. */
public final class ColumnErrors {

  private ColumnErrors() {}

  /**
   * Σ_n (x_nd − (Z W)_nd)² of each column d. Reads X once.
   *
   * @param x N×D, NaN where an entry is missing
   * @param z N×K; K may be 0
   * @param w K×D
   * @return D numbers
   */
  public static double[] of(Rows x, BinaryMatrix z, Dense w) {
    if (x.isSparse()) {
      return sparse(x, z, w);
    }
    double[] errors = new double[x.cols()];
    x.forEach(StopSignal.NEVER, (from, block) -> add(block, from, z, w, errors));
    return errors;
  }

  private static void add(Matrix block, int first, BinaryMatrix z, Dense w, double[] errors) {
    float[] row = new float[errors.length];
    double[] model = new double[errors.length];
    for (int i = 0; i < block.rows(); i++) {
      block.getRow(i, row);
      Arrays.fill(model, 0);
      for (int k = 0; k < z.cols(); k++) {
        if (z.get(first + i, k)) {
          Dense.addScaled(model, 0, w.values(), k * model.length, model.length, 1);
        }
      }
      for (int j = 0; j < row.length; j++) {
        double e = row[j] - model[j];
        errors[j] += Float.isNaN(row[j]) ? 0 : e * e;
      }
    }
  }

  /** ‖x_d‖² − 2 x_dᵀZ w_d + w_dᵀZᵀZ w_d, without the zeros of X. */
  private static double[] sparse(Rows x, BinaryMatrix z, Dense w) {
    double[] errors = new double[x.cols()];
    x.forEachBlock(
        StopSignal.NEVER, (from, block) -> addCross((SparseRows) block, from, z, w, errors));
    for (int k = 0; k < z.cols(); k++) {
      for (int l = 0; l < z.cols(); l++) {
        int both = z.column(k).dot(z.column(l));
        for (int j = 0; j < errors.length; j++) {
          errors[j] += both * w.get(k, j) * w.get(l, j);
        }
      }
    }
    for (int j = 0; j < errors.length; j++) {
      errors[j] = Math.max(0, errors[j]);
    }
    return errors;
  }

  /** Adds ‖x_d‖² − 2 x_dᵀZ w_d of some rows. */
  private static void addCross(SparseRows x, int first, BinaryMatrix z, Dense w, double[] errors) {
    for (int i = 0; i < x.rows(); i++) {
      for (int at = x.starts()[i]; at < x.starts()[i + 1]; at++) {
        int j = x.columns()[at];
        double model = 0;
        for (int k = 0; k < z.cols(); k++) {
          model += z.get(first + i, k) ? w.get(k, j) : 0;
        }
        errors[j] += x.values()[at] * (x.values()[at] - 2 * model);
      }
    }
  }

  /** The number of known entries of each column. */
  static int[] known(Rows x) {
    int[] known = new int[x.cols()];
    if (x.facts().missing() == 0) {
      Arrays.fill(known, x.rows());
      return known;
    }
    float[] row = new float[x.cols()];
    x.forEach(
        StopSignal.NEVER,
        (from, block) -> {
          for (int i = 0; i < block.rows(); i++) {
            block.getRow(i, row);
            for (int j = 0; j < row.length; j++) {
              known[j] += Float.isNaN(row[j]) ? 0 : 1;
            }
          }
        });
    return known;
  }
}

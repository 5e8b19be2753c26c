package org.latentfeature.bench.precision;

import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;

/** Rows whose residual is computed in single precision, and rounded to a format. */
record SingleRows(Matrix x, OperandFormat format) implements ResidualSource {

  @Override
  public RowProducts of(BinaryMatrix z, Dense v) {
    return new ResidualProducts(residual(x, z, single(v)), x.rows(), x.cols(), format);
  }

  /** X − Z V. */
  private static float[] residual(Matrix x, BinaryMatrix z, float[] v) {
    int cols = x.cols();
    float[] a = new float[x.rows() * cols];
    float[] row = new float[cols];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int k : z.columnsOf(i)) {
        RowProducts.addScaled(row, 0, v, k * cols, cols, -1);
      }
      System.arraycopy(row, 0, a, i * cols, cols);
    }
    return a;
  }

  /** The entries in single precision. */
  static float[] single(Dense v) {
    float[] all = new float[v.values().length];
    for (int e = 0; e < all.length; e++) {
      all[e] = (float) v.values()[e];
    }
    return all;
  }
}

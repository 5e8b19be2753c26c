package org.latentfeature.backend.reference;

import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;

/** The residual of one row, x − Wᵀz, in single precision; 0 where x is missing. */
final class ResidualRow {

  private final Matrix x;
  private final IncidenceColumns z;
  private final Dense w;
  private final byte[] code;

  /** The entries, D of them. */
  final float[] values;

  ResidualRow(Matrix x, IncidenceColumns z, Dense w) {
    this.x = x;
    this.z = z;
    this.w = w;
    code = new byte[w.rows()];
    values = new float[x.cols()];
  }

  /** Loads row {@code i}. */
  ResidualRow load(int i) {
    x.getRow(i, values);
    z.getRow(i, code);
    for (int k = 0; k < code.length; k++) {
      if (code[k] != 0) {
        for (int j = 0; j < values.length; j++) {
          values[j] -= (float) w.get(k, j);
        }
      }
    }
    for (int j = 0; j < values.length; j++) {
      values[j] = Float.isNaN(values[j]) ? 0 : values[j];
    }
    return this;
  }

  /** {@code sum} and the squares of the row's entries. */
  double addSquaresTo(double sum) {
    double all = sum;
    for (float v : values) {
      all += (double) v * v;
    }
    return all;
  }
}

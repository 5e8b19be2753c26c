package org.latentfeature.lasso;

import org.latentfeature.base.linalg.Dense;

/** One row of A = X − Z V after another, in double precision; 0 where X is missing. */
final class ExactRow {

  private final double[] v;
  private final float[] x;
  private final double[] rest;
  private final float[] rounded;

  /**
   * No row yet.
   *
   * @param v V, K×D; not copied
   * @param cols D
   */
  ExactRow(double[] v, int cols) {
    this.v = v;
    x = new float[cols];
    rest = new double[cols];
    rounded = new float[cols];
  }

  /**
   * Takes the next row.
   *
   * @param xi of X
   * @param features of its code
   */
  void take(float[] xi, int[] features) {
    for (int j = 0; j < rest.length; j++) {
      x[j] = xi[j];
      rest[j] = xi[j];
    }
    for (int k : features) {
      Dense.addScaled(rest, 0, v, k * rest.length, rest.length, -1);
    }
    for (int j = 0; j < rest.length; j++) {
      if (Float.isNaN(x[j])) {
        x[j] = 0;
        rest[j] = 0;
      }
      rounded[j] = (float) rest[j];
    }
  }

  /** The row of A, rounded once; valid until the next. */
  float[] rounded() {
    return rounded;
  }

  /** Adds its shares of ‖X − Z V‖², before rounding, of ⟨A, X⟩ and of ‖A‖². */
  void addTo(double[] sums) {
    for (int j = 0; j < rest.length; j++) {
      sums[0] += rest[j] * rest[j];
      sums[1] += (double) rounded[j] * x[j];
      sums[2] += (double) rounded[j] * rounded[j];
    }
  }
}

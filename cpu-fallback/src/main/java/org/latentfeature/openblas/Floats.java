package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.base.linalg.Dense;

/** Matrices between single precision outside the heap and double precision on it. */
final class Floats {

  private Floats() {}

  /** The {@code rows}×{@code cols} entries at {@code from}. */
  static Dense get(FloatPointer from, int rows, int cols) {
    Dense values = new Dense(rows, cols);
    float[] row = new float[cols];
    for (int i = 0; i < rows; i++) {
      from.position((long) i * cols).get(row);
      for (int j = 0; j < cols; j++) {
        values.set(i, j, row[j]);
      }
    }
    from.position(0);
    return values;
  }

  /** Copies {@code values} to {@code into}, rounded. */
  static void put(Dense values, FloatPointer into) {
    float[] row = new float[values.cols()];
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) values.values()[i * row.length + j];
      }
      into.position((long) i * row.length).put(row);
    }
    into.position(0);
  }
}

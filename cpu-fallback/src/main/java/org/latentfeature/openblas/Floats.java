package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.base.linalg.Dense;

/** Matrices between single precision outside the heap and double precision on it. */
final class Floats {

  /** Entries copied at once: a call for each row of a few would take longer than its copy. */
  private static final int CHUNK = 1 << 12;

  private Floats() {}

  /** The {@code rows}×{@code cols} entries at {@code from}. */
  static Dense get(FloatPointer from, int rows, int cols) {
    Dense values = new Dense(rows, cols);
    double[] all = values.values();
    float[] chunk = new float[Math.min(CHUNK, all.length)];
    for (int at = 0; at < all.length; at += chunk.length) {
      int count = Math.min(chunk.length, all.length - at);
      from.position(at).get(chunk, 0, count);
      for (int j = 0; j < count; j++) {
        all[at + j] = chunk[j];
      }
    }
    from.position(0);
    return values;
  }

  /** Copies {@code values} to {@code into}, rounded. */
  static void put(Dense values, FloatPointer into) {
    double[] all = values.values();
    float[] chunk = new float[Math.min(CHUNK, all.length)];
    for (int at = 0; at < all.length; at += chunk.length) {
      int count = Math.min(chunk.length, all.length - at);
      for (int j = 0; j < count; j++) {
        chunk[j] = (float) all[at + j];
      }
      into.position(at).put(chunk, 0, count);
    }
    into.position(0);
  }
}

package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.cpu.IncidenceColumns;

/**
 * The codes of one row block after another, for one thread, and a dictionary that threads share.
 */
final class FeatureBlocks {

  private final int cols;
  private final FloatPointer codes;
  private final float[] hostCodes;
  private final FloatPointer dictionary;

  /**
   * Allocates room for the codes of up to {@code block} rows.
   *
   * @param dictionary with room for {@code columns} rows of D entries; not this object's
   */
  FeatureBlocks(int block, int cols, int columns, FloatPointer dictionary, Arena arena) {
    this.cols = cols;
    this.dictionary = new FloatPointer(dictionary);
    codes = arena.floats((long) columns * block);
    hostCodes = new float[columns * block];
  }

  static long floatsNeeded(int block, int columns) {
    return 2L * columns * block;
  }

  /** One row block of Z, transposed: K × its rows. */
  FloatPointer codes() {
    return codes;
  }

  /** Returns the array on the heap into which one row block of Z is unpacked, K × its rows. */
  float[] hostCodes() {
    return hostCodes;
  }

  /** K×D. */
  FloatPointer dictionary() {
    return dictionary;
  }

  /** Columns {@code from} … K of a row block of Z, one after the other, into {@link #codes}. */
  void loadCodes(IncidenceColumns z, int from, int first, int count) {
    int k = z.columns() - from;
    for (int c = 0; c < k; c++) {
      z.unpack(from + c, first, count, hostCodes, c * count);
    }
    codes.put(hostCodes, 0, k * count);
  }

  /** {@code into} = X_b − Z_b W for one row block, W from {@link #dictionary}. */
  void subtract(IncidenceColumns z, int first, int count, FloatPointer block, FloatPointer into) {
    Blas.copy(count * cols, block, into);
    if (z.columns() > 0) {
      loadCodes(z, 0, first, count);
      Blas.subtractTransposed(count, cols, z.columns(), codes, dictionary, into);
    }
  }
}

package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.linalg.Dense;

/** A dictionary in single precision, and the codes of one row block after another. */
final class FeatureBlocks {

  private final Blas blas;
  private final int cols;
  private final FloatPointer codes;
  private final float[] hostCodes;
  private final FloatPointer dictionary;
  private final float[] hostRow;

  /** With room for {@code columns} features of N×D rows. */
  FeatureBlocks(Blas blas, int rows, int cols, int columns, Arena arena) {
    this.blas = blas;
    this.cols = cols;
    int block = Math.min(rows, RowBlocks.ROWS);
    codes = arena.floats((long) columns * block);
    hostCodes = new float[columns * block];
    dictionary = arena.floats((long) columns * cols);
    hostRow = new float[cols];
  }

  static long bytesNeeded(int rows, int cols, int columns) {
    long block = Math.min(rows, RowBlocks.ROWS);
    return (2L * columns * block + (long) columns * cols) * Float.BYTES;
  }

  /** One row block of Z, transposed: K × its rows. */
  FloatPointer codes() {
    return codes;
  }

  /** The same on the heap. */
  float[] hostCodes() {
    return hostCodes;
  }

  /** K×D: the dictionary, or sums over a block's rows. */
  FloatPointer dictionary() {
    return dictionary;
  }

  /** Columns {@code from} … K of a row block of Z, one after the other, into {@link #codes}. */
  void loadCodes(IncidenceColumns z, int from, int first, int count) {
    int k = z.columns() - from;
    for (int c = 0; c < k; c++) {
      z.unpack(from + c, first, count, hostCodes, c * count);
    }
    codes.position(0).put(hostCodes, 0, k * count);
  }

  void loadDictionary(Dense w) {
    Floats.put(w, dictionary);
  }

  /** Adds what {@link #dictionary} holds to {@code sums}, K×D. */
  void addDictionaryTo(double[] sums) {
    for (int k = 0; k < sums.length / cols; k++) {
      dictionary.position((long) k * cols).get(hostRow, 0, cols);
      for (int j = 0; j < cols; j++) {
        sums[k * cols + j] += hostRow[j];
      }
    }
    dictionary.position(0);
  }

  /** {@code into} = X_b − Z_b W for one row block, W from {@link #dictionary}. */
  void subtract(IncidenceColumns z, int first, int count, FloatPointer block, FloatPointer into) {
    blas.copy(count * cols, block, into);
    if (z.columns() > 0) {
      loadCodes(z, 0, first, count);
      blas.subtractTransposed(count, cols, z.columns(), codes, dictionary, into);
    }
  }
}

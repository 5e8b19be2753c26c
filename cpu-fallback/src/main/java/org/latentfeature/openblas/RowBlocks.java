package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;

/** Walks a matrix by blocks of rows that lie in one piece of memory. */
final class RowBlocks {

  /** Rows of a block: 512×1000 floats are 2 MB, about one core's share of cache. */
  static final int ROWS = 512;

  /** Words of a packed column that a block's rows take. */
  static final int WORDS = ROWS / Long.SIZE;

  private RowBlocks() {}

  /** Blocks of few rows, at least, so that threads can share them. */
  private static final int LEAST = 16;

  /** How many there are. */
  static int count(int rows) {
    return (rows + ROWS - 1) / ROWS;
  }

  /** Rows of the blocks of N rows: whole words of packed columns, and fewer where N is small. */
  static int size(int rows) {
    int words = (rows + Long.SIZE * LEAST - 1) / (Long.SIZE * LEAST);
    return Math.min(ROWS, Math.max(1, words) * Long.SIZE);
  }

  /** Takes one block. */
  @FunctionalInterface
  interface Visitor {
    /** {@code count} rows from {@code from} on, read-only, valid during the call. */
    void visit(int from, int count, FloatPointer block);
  }

  /** Visits all rows of {@code x} in order; asks {@code stop} before each block. */
  static void of(Matrix x, StopSignal stop, Visitor visitor) {
    of(x, ROWS, stop, visitor);
  }

  /**
   * Visits all rows of {@code x} in order, in blocks of {@code size} rows; checks {@code stop}
   * before each block.
   */
  static void of(Matrix x, int size, StopSignal stop, Visitor visitor) {
    int from = 0;
    while (from < x.rows()) {
      stop.check();
      int count = x.contiguousRows(from, size - from % size);
      visitor.visit(from, count, new FloatPointer(x.rows(from, count)));
      from += count;
    }
  }
}

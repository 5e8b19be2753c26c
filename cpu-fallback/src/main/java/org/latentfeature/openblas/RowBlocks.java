package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.StopSignal;

/** Walks a matrix by blocks of rows that lie in one piece of memory. */
final class RowBlocks {

  /** Rows of a block: 512×1000 floats are 2 MB, about one core's share of cache. */
  static final int ROWS = 512;

  private RowBlocks() {}

  /** Takes one block. */
  @FunctionalInterface
  interface Visitor {
    /** {@code count} rows from {@code from} on, read-only, valid during the call. */
    void visit(int from, int count, FloatPointer block);
  }

  /** Visits all rows of {@code x} in order; asks {@code stop} before each block. */
  static void of(Matrix x, StopSignal stop, Visitor visitor) {
    int from = 0;
    while (from < x.rows()) {
      stop.check();
      int count = x.contiguousRows(from, ROWS - from % ROWS);
      visitor.visit(from, count, new FloatPointer(x.rows(from, count)));
      from += count;
    }
  }
}

package org.latentfeature.data;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.SquaredNorm;
import org.latentfeature.data.DataFacts.Entry;

/** Computes the {@link DataFacts} of a matrix from one reading of its entries. */
final class FactsReader implements EntryReading.Reader {

  /** The bits of a float but its sign order sizes: numbers, then infinity, then NaN. */
  private static final int SIZE = Integer.MAX_VALUE;

  private static final int INFINITE = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);

  private final int rows;
  private final int cols;
  private final long[] incompleteRows;
  private final long[] emptyRows;
  private final ColumnsLeft withoutKnown;
  private final ColumnsLeft withoutOther;
  private final float[] filled;
  private int row;
  private int col;
  private int knownInRow;
  private double rowSum;
  private long known;
  private double squaredNorm;
  private int largest;
  private @Nullable Entry firstMissing;
  private @Nullable Entry firstInfinite;

  /** For a matrix of this shape. */
  FactsReader(int rows, int cols) {
    this.rows = rows;
    this.cols = cols;
    incompleteRows = new long[BitVector.wordCount(rows)];
    emptyRows = new long[BitVector.wordCount(rows)];
    withoutKnown = new ColumnsLeft(cols, v -> !Float.isNaN(v));
    withoutOther = new ColumnsLeft(cols, v -> v != 0 && !Float.isNaN(v));
    filled = new float[Math.min(EntryReading.CHUNK, cols)];
  }

  /** Returns the facts of the matrix, once all entries are read. */
  DataFacts facts() {
    return new DataFacts(
        rows,
        cols,
        known,
        squaredNorm,
        Float.intBitsToFloat(largest),
        firstMissing,
        firstInfinite,
        BitVector.ofWords(rows, incompleteRows),
        BitVector.ofWords(rows, emptyRows),
        withoutKnown.columns(),
        withoutOther.columns());
  }

  @Override
  public void take(float[] chunk, int count) {
    for (int at = 0; at < count; ) {
      int here = Math.min(cols - col, count - at);
      takePart(chunk, at, here);
      at += here;
      col += here;
      if (col == cols) {
        endRow();
      }
    }
  }

  /** A part of a row, or all of it. */
  private void takePart(float[] chunk, int at, int count) {
    withoutKnown.see(chunk, at, col, count);
    withoutOther.see(chunk, at, col, count);
    int size = largest(chunk, at, count);
    if (size < INFINITE) {
      knownInRow += count;
      rowSum += SquaredNorm.of(chunk, at, count);
    } else {
      int missing = fill(chunk, at, count);
      if (missing > 0) {
        incompleteRows[row >> 6] |= 1L << (row & 63);
        firstMissing = firstMissing == null ? first(chunk, at, Float::isNaN) : firstMissing;
      }
      size = largest(filled, 0, count);
      if (size == INFINITE) {
        firstInfinite = firstInfinite == null ? first(chunk, at, Float::isInfinite) : firstInfinite;
      }
      knownInRow += count - missing;
      rowSum += SquaredNorm.of(filled, 0, count);
    }
    largest = Math.max(largest, size);
  }

  /**
   * Returns the largest; entries are compared with two maxima in turn, which a processor does at
   * once.
   */
  private static int largest(float[] values, int at, int count) {
    int most = 0;
    int other = 0;
    int p = at;
    for (int end = at + count - 1; p < end; p += 2) {
      most = Math.max(most, Float.floatToRawIntBits(values[p]) & SIZE);
      other = Math.max(other, Float.floatToRawIntBits(values[p + 1]) & SIZE);
    }
    if (p < at + count) {
      most = Math.max(most, Float.floatToRawIntBits(values[p]) & SIZE);
    }
    return Math.max(most, other);
  }

  /** Copies with 0 for NaN and returns how many were; by masks, as no branch could be predicted. */
  private int fill(float[] chunk, int at, int count) {
    int missing = 0;
    for (int j = 0; j < count; j++) {
      int bits = Float.floatToRawIntBits(chunk[at + j]);
      int gone = (INFINITE - (bits & SIZE)) >> 31;
      filled[j] = Float.intBitsToFloat(bits & ~gone);
      missing -= gone;
    }
    return missing;
  }

  /** The first entry of its kind, of which there is one in this part of the row. */
  private Entry first(float[] chunk, int at, ColumnsLeft.Kind kind) {
    int j = 0;
    while (!kind.is(chunk[at + j])) {
      j++;
    }
    return new Entry(row, col + j, chunk[at + j]);
  }

  private void endRow() {
    if (knownInRow == 0) {
      emptyRows[row >> 6] |= 1L << (row & 63);
    }
    known += knownInRow;
    squaredNorm += rowSum;
    knownInRow = 0;
    rowSum = 0;
    col = 0;
    row++;
  }
}

package org.latentfeature.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataFacts.Entry;

/** Finds the {@link DataFacts} of sparse rows in one walk over their entries. */
final class SparseFacts {

  private final int rows;
  private final int cols;
  private final int[] missingInColumn;
  private final boolean[] zero;
  private final long[] incomplete;
  private final long[] empty;
  private long missing;
  private double squaredNorm;
  private float largest;
  private @Nullable Entry firstMissing;
  private @Nullable Entry firstInfinite;

  /** For rows of this shape. */
  SparseFacts(int rows, int cols) {
    this.rows = rows;
    this.cols = cols;
    missingInColumn = new int[cols];
    zero = new boolean[cols];
    Arrays.fill(zero, true);
    incomplete = new long[BitVector.wordCount(rows)];
    empty = new long[BitVector.wordCount(rows)];
  }

  static DataFacts of(SparseRows x) {
    SparseFacts all = new SparseFacts(x.rows(), x.cols());
    all.take(0, x);
    return all.facts();
  }

  /**
   * Takes the next rows.
   *
   * @param first number of the first of them
   */
  void take(int first, SparseRows block) {
    int[] start = block.starts();
    int[] column = block.columns();
    float[] value = block.values();
    for (int i = 0; i < block.rows(); i++) {
      int row = first + i;
      int missingInRow = 0;
      double sum = 0;
      for (int at = start[i]; at < start[i + 1]; at++) {
        float v = value[at];
        int j = column[at];
        if (Float.isNaN(v)) {
          missingInRow++;
          missingInColumn[j]++;
          firstMissing = firstMissing == null ? new Entry(row, j, v) : firstMissing;
          continue;
        }
        if (Float.isInfinite(v) && firstInfinite == null) {
          firstInfinite = new Entry(row, j, v);
        }
        zero[j] = false;
        largest = Math.max(largest, Math.abs(v));
        sum += (double) v * v;
      }
      squaredNorm += sum;
      missing += missingInRow;
      incomplete[row >> 6] |= missingInRow > 0 ? 1L << (row & 63) : 0;
      empty[row >> 6] |= missingInRow == cols ? 1L << (row & 63) : 0;
    }
  }

  /** Returns the facts, once all rows are taken. */
  DataFacts facts() {
    boolean[] emptyColumns = new boolean[cols];
    for (int j = 0; j < cols; j++) {
      emptyColumns[j] = missingInColumn[j] == rows;
    }
    return new DataFacts(
        rows,
        cols,
        (long) rows * cols - missing,
        squaredNorm,
        largest,
        firstMissing,
        firstInfinite,
        BitVector.ofWords(rows, incomplete),
        BitVector.ofWords(rows, empty),
        BitVector.of(emptyColumns),
        BitVector.of(zero));
  }
}

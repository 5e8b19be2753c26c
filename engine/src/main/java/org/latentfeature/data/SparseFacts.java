package org.latentfeature.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataFacts.Entry;

/** Finds the {@link DataFacts} of sparse rows in one walk over their entries. */
final class SparseFacts {

  private SparseFacts() {}

  static DataFacts of(SparseRows x) {
    int n = x.rows();
    int d = x.cols();
    int[] start = x.starts();
    int[] column = x.columns();
    float[] value = x.values();
    int[] missingInColumn = new int[d];
    boolean[] zero = new boolean[d];
    Arrays.fill(zero, true);
    boolean[] incomplete = new boolean[n];
    boolean[] empty = new boolean[n];
    long missing = 0;
    double squaredNorm = 0;
    float largest = 0;
    @Nullable Entry firstMissing = null;
    @Nullable Entry firstInfinite = null;
    for (int i = 0; i < n; i++) {
      int missingInRow = 0;
      double sum = 0;
      for (int at = start[i]; at < start[i + 1]; at++) {
        float v = value[at];
        int j = column[at];
        if (Float.isNaN(v)) {
          missingInRow++;
          missingInColumn[j]++;
          firstMissing = firstMissing == null ? new Entry(i, j, v) : firstMissing;
          continue;
        }
        if (Float.isInfinite(v) && firstInfinite == null) {
          firstInfinite = new Entry(i, j, v);
        }
        zero[j] = false;
        largest = Math.max(largest, Math.abs(v));
        sum += (double) v * v;
      }
      squaredNorm += sum;
      missing += missingInRow;
      incomplete[i] = missingInRow > 0;
      empty[i] = missingInRow == d;
    }
    boolean[] emptyColumns = new boolean[d];
    for (int j = 0; j < d; j++) {
      emptyColumns[j] = missingInColumn[j] == n;
    }
    return new DataFacts(
        n,
        d,
        x.size() - missing,
        squaredNorm,
        largest,
        firstMissing,
        firstInfinite,
        BitVector.of(incomplete),
        BitVector.of(empty),
        BitVector.of(emptyColumns),
        BitVector.of(zero));
  }
}

package org.latentfeature.data;

import java.util.Arrays;

/** The columns in which no entry of some kind was seen; free once none remain. */
final class ColumnsLeft {

  /** A kind of entry, recognised by its value. */
  interface Kind {
    boolean is(float value);
  }

  private final int cols;
  private final Kind kind;
  private final long[] left;
  private int count;

  /** All of {@code cols} columns. */
  ColumnsLeft(int cols, Kind kind) {
    this.cols = cols;
    this.kind = kind;
    left = new long[BitVector.wordCount(cols)];
    Arrays.fill(left, -1);
    count = cols;
  }

  /** Strikes out those of the columns from {@code first} on whose entry here is of the kind. */
  void see(float[] chunk, int at, int first, int length) {
    if (count == 0) {
      return;
    }
    for (int w = first >> 6; w <= (first + length - 1) >> 6; w++) {
      for (long rest = left[w]; rest != 0; rest &= rest - 1) {
        int column = (w << 6) + Long.numberOfTrailingZeros(rest);
        int p = column - first;
        if (p >= 0 && p < length && kind.is(chunk[at + p])) {
          left[w] &= ~Long.lowestOneBit(rest);
          count--;
        }
      }
    }
  }

  /** Returns the columns in which no such entry was seen. */
  BitVector columns() {
    return BitVector.ofWords(cols, left);
  }
}

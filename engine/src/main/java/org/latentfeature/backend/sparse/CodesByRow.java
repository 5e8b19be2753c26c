package org.latentfeature.backend.sparse;

import org.latentfeature.backend.cpu.IncidenceColumns;

/** A copy of Z (N×K), its bits by row. */
final class CodesByRow {

  private final int k;
  private final int wordsOfRow;
  private final long[] words;

  /** Copies the present content of {@code z}. */
  CodesByRow(int rows, IncidenceColumns z) {
    k = z.columns();
    wordsOfRow = (k + Long.SIZE - 1) / Long.SIZE;
    words = new long[Lanes.size(rows, wordsOfRow, "codes")];
    for (int c = 0; c < k; c++) {
      long[] column = z.words(c);
      int place = c >> 6;
      long bit = 1L << (c & 63);
      for (int w = 0; w < column.length; w++) {
        for (long rest = column[w]; rest != 0; rest &= rest - 1) {
          int row = (w << 6) + Long.numberOfTrailingZeros(rest);
          words[row * wordsOfRow + place] |= bit;
        }
      }
    }
  }

  /** Bytes of N×K codes. */
  static long bytesNeeded(int rows, int columns) {
    return (long) rows * ((columns + Long.SIZE - 1) / Long.SIZE) * Long.BYTES;
  }

  /** Number of columns, K. */
  int columns() {
    return k;
  }

  /** Writes the columns where row {@code i} is 1 to {@code ones}, ascending; returns how many. */
  int ones(int i, int[] ones) {
    int count = 0;
    int at = i * wordsOfRow;
    for (int w = 0; w < wordsOfRow; w++) {
      for (long rest = words[at + w]; rest != 0; rest &= rest - 1) {
        ones[count++] = (w << 6) + Long.numberOfTrailingZeros(rest);
      }
    }
    return count;
  }
}

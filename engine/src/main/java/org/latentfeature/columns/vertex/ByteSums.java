package org.latentfeature.columns.vertex;

/** Sums of the columns of B for every value of every byte of a code, in some rows. */
final class ByteSums {

  private static final int BYTE = 8;
  private static final int VALUES = 1 << BYTE;

  private final double[][] tables;
  private final double[] offsets;

  /** Tables of these {@code rows} of {@code set}, in their order. */
  ByteSums(RowSet set, int[] rows) {
    int k = set.size();
    tables = new double[rows.length][];
    offsets = new double[rows.length];
    for (int r = 0; r < rows.length; r++) {
      offsets[r] = set.offset()[rows[r]];
      double[] table = new double[(k + BYTE - 1) / BYTE * VALUES];
      for (int at = 0; at < table.length; at++) {
        int value = at % VALUES;
        int a = at / VALUES * BYTE + Integer.numberOfTrailingZeros(value);
        if (value != 0) {
          table[at] = table[at & (at - 1)] + (a < k ? set.map().get(rows[r], a) : 0);
        }
      }
      tables[r] = table;
    }
  }

  int rows() {
    return tables.length;
  }

  /** The part of entry {@code r} that {@code code} adds to the offset. */
  double sum(int r, long code) {
    double[] table = tables[r];
    double sum = 0;
    int at = 0;
    for (long rest = code; rest != 0; rest >>>= BYTE) {
      sum += table[at + (int) (rest & (VALUES - 1))];
      at += VALUES;
    }
    return sum;
  }

  /** Entry {@code r} of the point with {@code code}. */
  double entry(int r, long code) {
    return offsets[r] + sum(r, code);
  }
}

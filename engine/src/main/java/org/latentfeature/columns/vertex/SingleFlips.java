package org.latentfeature.columns.vertex;

import java.util.function.LongConsumer;

/** Descent to a local minimum of the distance: the one entry in J that gains most is changed. */
final class SingleFlips {

  private final int k;

  /** Column a of B, in these rows. */
  private final double[][] columns;

  private final double[] offset;

  /** In {@code rows}, which are not of the set. */
  SingleFlips(RowSet set, int[] rows) {
    k = set.size();
    columns = new double[k][rows.length];
    offset = new double[rows.length];
    for (int r = 0; r < rows.length; r++) {
      offset[r] = set.offset()[rows[r]];
      for (int a = 0; a < k; a++) {
        columns[a][r] = set.map().get(rows[r], a);
      }
    }
  }

  /** From {@code start}; tells {@code seen} of it and of all neighbours on the way. */
  void descend(long start, LongConsumer seen) {
    long code = start;
    double[] t = offset.clone();
    for (int a = 0; a < k; a++) {
      if (((code >> a) & 1) != 0) {
        change(t, a, 1);
      }
    }
    double distance = distance(t, 0, 0);
    seen.accept(code);
    while (true) {
      int best = -1;
      for (int a = 0; a < k; a++) {
        double other = distance(t, a, sign(code, a));
        if (other < distance) {
          distance = other;
          best = a;
        }
      }
      if (best < 0) {
        break;
      }
      change(t, best, sign(code, best));
      code ^= 1L << best;
      seen.accept(code);
    }
    for (int a = 0; a < k; a++) {
      seen.accept(code ^ 1L << a);
    }
  }

  private static int sign(long code, int a) {
    return ((code >> a) & 1) != 0 ? -1 : 1;
  }

  private void change(double[] t, int a, int sign) {
    double[] column = columns[a];
    for (int r = 0; r < t.length; r++) {
      t[r] += sign * column[r];
    }
  }

  /** Returns the distance of the point {@code t} with column {@code a} added. */
  private double distance(double[] t, int a, int sign) {
    double[] column = columns[a];
    double sum0 = 0;
    double sum1 = 0;
    int r = 0;
    for (; r + 1 < t.length; r += 2) {
      double d0 = Math.abs(t[r] + sign * column[r] - 0.5) - 0.5;
      double d1 = Math.abs(t[r + 1] + sign * column[r + 1] - 0.5) - 0.5;
      sum0 += d0 * d0;
      sum1 += d1 * d1;
    }
    if (r < t.length) {
      double d = Math.abs(t[r] + sign * column[r] - 0.5) - 0.5;
      sum0 += d * d;
    }
    return sum0 + sum1;
  }
}

package org.latentfeature.columns.vertex;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntConsumer;
import org.latentfeature.base.random.CounterRandom;

/**
 * Cells of the fractions of entries in a few rows. The two halves of a code whose point has integer
 * entries add up to an integer in each of these rows, so that their fractions complement each
 * other: a high half has to be tried with the low halves of one cell, or of a few where a fraction
 * lies near a border.
 */
final class FractionCells {

  private static final int BITS = 6;
  private static final int SIDE = 1 << BITS;
  private static final int SAMPLE = 4096;

  private final ByteSums sums;
  private final int[] rows;
  private final double tolerance;

  /**
   * Cells for low halves of {@code lowBits} bits.
   *
   * @param sums of the rows that may be taken: those that tell most low halves apart
   * @param tolerance most that an entry is off an integer
   */
  FractionCells(ByteSums sums, int lowBits, double tolerance, long seed) {
    this.sums = sums;
    this.tolerance = tolerance;
    rows = new int[Math.min(sums.rows(), rows(lowBits))];
    long mask = (1L << lowBits) - 1;
    long[] codes = new long[SAMPLE];
    Arrays.setAll(codes, s -> CounterRandom.bits(seed, s, 0) & mask);
    int[] keys = new int[SAMPLE];
    for (int step = 0; step < rows.length; step++) {
      int most = -1;
      int[] best = keys;
      for (int r = 0; r < sums.rows(); r++) {
        int[] finer = new int[SAMPLE];
        Set<Integer> distinct = new HashSet<>();
        for (int s = 0; s < SAMPLE; s++) {
          finer[s] = (keys[s] << BITS) | side(fraction(sums.entry(r, codes[s])));
          distinct.add(finer[s]);
        }
        if (distinct.size() > most) {
          most = distinct.size();
          best = finer;
          rows[step] = r;
        }
      }
      keys = best;
    }
  }

  /** About as many cells as low halves. */
  private static int rows(int lowBits) {
    return Math.max(1, (lowBits + BITS / 2) / BITS);
  }

  /** Most cells for low halves of {@code lowBits} bits. */
  static long count(int lowBits) {
    return 1L << (BITS * rows(lowBits));
  }

  /** How many cells there are. */
  int count() {
    return 1 << (BITS * rows.length);
  }

  /** The cell of a low half. */
  int cell(long low) {
    int cell = 0;
    for (int r : rows) {
      cell = (cell << BITS) | side(fraction(sums.entry(r, low)));
    }
    return cell;
  }

  /** Tells {@code cells} all where low halves may be that complete the high half {@code high}. */
  void complements(long high, IntConsumer cells) {
    complements(high, 0, 0, cells);
  }

  private void complements(long high, int step, int cell, IntConsumer cells) {
    if (step == rows.length) {
      cells.accept(cell);
      return;
    }
    double wanted = -sums.sum(rows[step], high);
    int from = side(fraction(wanted - tolerance));
    int to = side(fraction(wanted + tolerance));
    complements(high, step + 1, (cell << BITS) | from, cells);
    if (to != from) {
      complements(high, step + 1, (cell << BITS) | to, cells);
    }
  }

  private static double fraction(double t) {
    return t - Math.floor(t);
  }

  private static int side(double fraction) {
    return Math.min(SIDE - 1, (int) (fraction * SIDE));
  }
}

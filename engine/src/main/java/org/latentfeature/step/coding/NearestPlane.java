package org.latentfeature.step.coding;

import java.util.Arrays;

/**
 * Codes of many rows at once by the nearest plane algorithm (Babai 1986), and which of them are
 * surely the best: the path on which {@link SphereSearch} decides each entry by its nearer value. A
 * row is settled if each other value, tried alone, costs more than all of that path, for any other
 * code takes one of them first. All numbers are those of the search, bit for bit, so that a settled
 * row has the code that the search finds from any start. Has scratch memory: use it from one
 * thread.
 */
public final class NearestPlane {

  /** Maximum number of rows that are coded at once: those of a word of a packed column. */
  public static final int ROWS = Long.SIZE;

  /** Far above any number whose inverse is a difference of squares. */
  private static final double HUGE = 1e300;

  private final GramFactor factor;
  private final int k;
  private final double smallestGain;
  private final double[][] projections;

  /** By column of the factor: y, then what is left of it when those after it are decided. */
  private final double[][] rests;

  /** By column of the factor: 0 or 1. */
  private final double[][] bits;

  private final double[] costs = new double[ROWS];

  /** The least cost of another value. */
  private final double[] others = new double[ROWS];

  /**
   * For a dictionary of independent features.
   *
   * @param factor of G
   * @param smallestGain another code is better only if its f is lower by more than this
   */
  NearestPlane(GramFactor factor, int k, double smallestGain) {
    this.factor = factor;
    this.k = k;
    this.smallestGain = smallestGain;
    projections = new double[k][ROWS];
    rests = new double[k][ROWS];
    bits = new double[k][ROWS];
  }

  /**
   * Sets p = W x of a row.
   *
   * @param row below {@link #ROWS}
   */
  public void put(int row, double[] p) {
    for (int i = 0; i < p.length; i++) {
      projections[i][row] = p[i];
    }
  }

  /** Copies what {@link #put} has set. */
  public void get(int row, double[] p) {
    for (int i = 0; i < p.length; i++) {
      p[i] = projections[i][row];
    }
  }

  /**
   * Codes all rows.
   *
   * @param codes become the columns of the rows' codes, by feature: bit i of each is of row i
   * @return the rows that are settled, bit i of row i
   */
  public long code(long[] codes) {
    for (int j = 0; j < k; j++) {
      double[] rest = rests[j];
      double[] column = factor.column(j);
      System.arraycopy(projections[factor.feature(j)], 0, rest, 0, ROWS);
      int m = 0;
      for (; m + 4 <= j; m += 4) {
        subtract(rest, column[m], rests[m], column[m + 1], rests[m + 1]);
        subtract(rest, column[m + 2], rests[m + 2], column[m + 3], rests[m + 3]);
      }
      for (; m < j; m++) {
        subtract(rest, column[m], rests[m]);
      }
      divide(rest, column[j]);
    }
    Arrays.fill(costs, 0);
    Arrays.fill(others, Double.POSITIVE_INFINITY);
    for (int j = k - 1; j >= 0; j--) {
      double[] rest = rests[j];
      int m = k - 1;
      for (; m - 1 > j; m -= 2) {
        subtract(rest, factor.column(m)[j], bits[m], factor.column(m - 1)[j], bits[m - 1]);
      }
      if (m > j) {
        subtract(rest, factor.column(m)[j], bits[m]);
      }
      decide(rest, factor.column(j)[j], bits[j]);
      codes[factor.feature(j)] = packed(bits[j]);
    }
    long settled = 0;
    for (int i = 0; i < ROWS; i++) {
      settled |= costs[i] < others[i] - smallestGain ? 1L << i : 0;
    }
    return settled;
  }

  private static void subtract(double[] to, double a, double[] x) {
    for (int i = 0; i < ROWS; i++) {
      to[i] -= a * x[i];
    }
  }

  private static void subtract(double[] to, double a, double[] x, double b, double[] y) {
    for (int i = 0; i < ROWS; i++) {
      to[i] = to[i] - a * x[i] - b * y[i];
    }
  }

  private static void divide(double[] to, double by) {
    for (int i = 0; i < ROWS; i++) {
      to[i] /= by;
    }
  }

  /** Takes the nearer value, without a branch, of which the JVM makes vector instructions. */
  private void decide(double[] rest, double pivot, double[] bit) {
    for (int i = 0; i < ROWS; i++) {
      double zero = rest[i] * rest[i];
      double one = (rest[i] - pivot) * (rest[i] - pivot);
      others[i] = Math.min(others[i], costs[i] + Math.max(zero, one));
      costs[i] += Math.min(zero, one);
      bit[i] = Math.min(1, Math.max(0, (zero - one) * HUGE));
    }
  }

  private static long packed(double[] bit) {
    long word = 0;
    for (int i = 0; i < ROWS; i++) {
      word |= (long) bit[i] << i;
    }
    return word;
  }
}

package org.latentfeature.step.coding;

import java.util.Arrays;

/**
 * Codes of many rows at once by the nearest plane algorithm (Babai 1986), and which of them are
 * surely the best: the path on which {@link SphereSearch} decides each entry by its nearer value,
 * one path for each choice of the features that depend on others. A row is settled if its best path
 * costs less than all the others, and less than each path up to an entry whose farther value is
 * taken instead: any other code begins like one of them. All numbers are those of a search by the
 * same factor, bit for bit, so that a settled row has the code that it finds from any start. Where
 * features depend on others the search has another factor, and codes are equal but for rounding.
 * Has scratch memory: use it from one thread.
 */
public final class NearestPlane {

  /** Maximum number of rows that are coded at once: those of a word of a packed column. */
  public static final int ROWS = Long.SIZE;

  /** A positive difference of two squares times this is at least 1. */
  private static final double HUGE = 1e300;

  private final GramFactor factor;
  private final int k;
  private final double smallestGain;
  private final double[][] projections;

  /** By column of the factor: y, which is 0 of a dependent feature. */
  private final double[][] targets;

  /** By column of the factor: the present path's entries, 0 or 1. */
  private final double[][] bits;

  /** By column of the factor: what the present path costs from there on. */
  private final double[][] costs;

  private final double[] rest = new double[ROWS];

  /** The cost of the best path. */
  private final double[] best = new double[ROWS];

  /** The least cost of anything else. */
  private final double[] others = new double[ROWS];

  /**
   * Codes rows by {@code factor}.
   *
   * @param factor of G
   * @param k K
   * @param smallestGain another code is better only if its f is lower by more than this
   */
  NearestPlane(GramFactor factor, int k, double smallestGain) {
    this.factor = factor;
    this.k = k;
    this.smallestGain = smallestGain;
    projections = new double[k][ROWS];
    targets = new double[k][ROWS];
    bits = new double[k][ROWS];
    costs = new double[k + 1][ROWS];
  }

  /**
   * Sets the projection of a row.
   *
   * @param row below {@link #ROWS}
   * @param p W x of the row
   */
  public void put(int row, double[] p) {
    for (int i = 0; i < p.length; i++) {
      projections[i][row] = p[i];
    }
  }

  /**
   * Copies what {@link #put} has set.
   *
   * @param row below {@link #ROWS}
   * @param p becomes W x of the row
   */
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
      target(j);
    }
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    Arrays.fill(others, Double.POSITIVE_INFINITY);
    follow(k - 1, codes);
    long settled = 0;
    for (int i = 0; i < ROWS; i++) {
      settled |= best[i] < others[i] - smallestGain ? 1L << i : 0;
    }
    return settled;
  }

  /** Computes one entry of each y, as {@link GramFactor#target} does. */
  private void target(int j) {
    double[] column = factor.column(j);
    double[] y = targets[j];
    if (column[j] == 0) {
      return;
    }
    System.arraycopy(projections[factor.feature(j)], 0, y, 0, ROWS);
    int m = 0;
    for (; m + 1 < j; m += 2) {
      subtract(y, column[m], targets[m], column[m + 1], targets[m + 1]);
    }
    if (m < j) {
      subtract(y, column[m], targets[m], 0, targets[m]);
    }
    for (int i = 0; i < ROWS; i++) {
      y[i] /= column[j];
    }
  }

  /** Follows the paths of all choices from that column down. */
  private void follow(int from, long[] codes) {
    for (int j = from; j >= 0; j--) {
      if (factor.column(j)[j] == 0) {
        System.arraycopy(costs[j + 1], 0, costs[j], 0, ROWS);
        for (int value = 0; value < 2; value++) {
          Arrays.fill(bits[j], value);
          follow(j - 1, codes);
        }
        return;
      }
      System.arraycopy(targets[j], 0, rest, 0, ROWS);
      int m = k - 1;
      for (; m - 1 > j; m -= 2) {
        subtract(rest, factor.column(m)[j], bits[m], factor.column(m - 1)[j], bits[m - 1]);
      }
      if (m > j) {
        subtract(rest, factor.column(m)[j], bits[m], 0, bits[m]);
      }
      decide(factor.column(j)[j], costs[j + 1], costs[j], bits[j]);
    }
    offer(costs[0], codes);
  }

  private static void subtract(double[] to, double a, double[] x, double b, double[] y) {
    for (int i = 0; i < ROWS; i++) {
      to[i] = to[i] - a * x[i] - b * y[i];
    }
  }

  /** Takes the nearer value, without a branch, of which the JVM makes vector instructions. */
  private void decide(double pivot, double[] before, double[] cost, double[] bit) {
    for (int i = 0; i < ROWS; i++) {
      double zero = rest[i] * rest[i];
      double one = (rest[i] - pivot) * (rest[i] - pivot);
      others[i] = Math.min(others[i], before[i] + Math.max(zero, one));
      cost[i] = before[i] + Math.min(zero, one);
      bit[i] = Math.min(1, Math.max(0, (zero - one) * HUGE));
    }
  }

  /** Keeps the path of each row for which it is the best. */
  private void offer(double[] cost, long[] codes) {
    long better = 0;
    for (int i = 0; i < ROWS; i++) {
      better |= cost[i] < best[i] ? 1L << i : 0;
    }
    for (int i = 0; i < ROWS; i++) {
      others[i] = Math.min(others[i], Math.max(best[i], cost[i]));
      best[i] = Math.min(best[i], cost[i]);
    }
    // Of several paths each is the best of few rows.
    for (long left = better; left != 0; left &= left - 1) {
      int row = Long.numberOfTrailingZeros(left);
      for (int j = 0; j < k; j++) {
        int feature = factor.feature(j);
        codes[feature] = (codes[feature] & ~(1L << row)) | ((long) bits[j][row] << row);
      }
    }
  }
}

package org.latentfeature.fit.identifiability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BitVector;

/**
 * A first look, in floating point, whether there is any binary vector in the span of Z beside its
 * columns. It is the search of {@link SpanSearch} without its integers: rows of Z are combinations
 * q of K independent ones, and a vector with entries b in these is binary only if every q·b is 0 or
 * 1. It costs some milliseconds where exact arithmetic takes tenths of a second, and most Z are
 * alone in their span.
 */
final class SpanScan {

  /** Partial vectors looked at: enough to finish with twenty columns. */
  private static final int NODES = 1 << 13;

  /** Rows that prune from the start, for each column. */
  private static final int ROWS_PER_COLUMN = 6;

  private static final double ROUNDING = 1e-6;

  /** Coefficients beyond this are not trusted. */
  private static final double LARGEST = 1e4;

  private final List<BitVector> rows;
  private final StopSignal stop;
  private final int k;

  // The chosen rows r_a = Σ_b≤a lower_ab e_b, where e_b has a 1 at its pivot and 0 at those before.
  private final double[][] lower;
  private final double[][] echelon;
  private final int[] pivots;
  private final List<BitVector> chosen = new ArrayList<>();

  private final double[] b;

  /** The place in the basis of the variable at each depth. */
  private int[] order = {};

  // One place for each row that prunes: q by depth, sums of what the depths before t have added,
  // bounds of what those from t on can add.
  private int count;
  private double[][] q = {};
  private double[][] sums = {};
  private double[][] lowest = {};
  private double[][] highest = {};
  private int nodes;
  private boolean isFound;

  private SpanScan(List<BitVector> rows, int k, StopSignal stop) {
    this.rows = rows;
    this.k = k;
    this.stop = stop;
    lower = new double[k][k];
    echelon = new double[k][];
    pivots = new int[k];
    b = new double[k];
  }

  /**
   * Returns whether the scan came to its end, or to its limit, without a binary vector beside the
   * columns. Where the answer is false an exact search is worth its time; {@code true} is no proof.
   *
   * @param rows the distinct rows of Z, the lightest first, without the zero row
   * @param k columns of Z
   */
  static boolean isAlone(List<BitVector> rows, int k, StopSignal stop) {
    SpanScan scan = new SpanScan(rows, k, stop);
    return scan.basis() && scan.prune() && !scan.search();
  }

  /** Chooses K independent rows; false where there are fewer. */
  private boolean basis() {
    for (BitVector row : rows) {
      if (chosen.size() == k) {
        return true;
      }
      stop.check();
      int a = chosen.size();
      double[] rest = entries(row);
      double[] factors = eliminate(rest);
      int pivot = 0;
      for (int f = 1; f < k; f++) {
        pivot = Math.abs(rest[f]) > Math.abs(rest[pivot]) ? f : pivot;
      }
      double scale = rest[pivot];
      if (Math.abs(scale) < ROUNDING) {
        continue;
      }
      factors[a] = scale;
      lower[a] = factors;
      for (int f = 0; f < k; f++) {
        rest[f] /= scale;
      }
      echelon[a] = rest;
      pivots[a] = pivot;
      chosen.add(row);
    }
    return chosen.size() == k;
  }

  /** Chooses the rows that prune from the start; false where their coefficients are too large. */
  private boolean prune() {
    List<double[]> conditions = new ArrayList<>();
    for (int i = 0; i < rows.size() && conditions.size() < ROWS_PER_COLUMN * k; i++) {
      double[] row = coefficients(rows.get(i));
      int nonzero = 0;
      for (double entry : row) {
        nonzero += Math.abs(entry) > ROUNDING ? 1 : 0;
        if (Math.abs(entry) > LARGEST) {
          return false;
        }
      }
      if (nonzero > 1) {
        conditions.add(row);
      }
    }
    order = SpanSearch.order(conditions, k);
    q = new double[k][0];
    sums = new double[k + 1][0];
    lowest = new double[k + 1][0];
    highest = new double[k + 1][0];
    conditions.forEach(this::prune);
    return true;
  }

  private double[] entries(BitVector row) {
    double[] entries = new double[k];
    for (int f = row.next(0); f < k; f = row.next(f + 1)) {
      entries[f] = 1;
    }
    return entries;
  }

  /** Subtracts Σ_a f_a e_a, so that nothing is left at the pivots; returns f. */
  private double[] eliminate(double[] rest) {
    double[] factors = new double[k];
    for (int a = 0; a < chosen.size(); a++) {
      double factor = rest[pivots[a]];
      factors[a] = factor;
      if (factor != 0) {
        for (int f = 0; f < k; f++) {
          rest[f] -= factor * echelon[a][f];
        }
      }
    }
    return factors;
  }

  /** The q with row = Σ_a q_a r_a. */
  private double[] coefficients(BitVector row) {
    double[] q = eliminate(entries(row));
    for (int a = k - 1; a >= 0; a--) {
      q[a] /= lower[a][a];
      for (int c = 0; c < a; c++) {
        q[c] -= q[a] * lower[a][c];
      }
    }
    return q;
  }

  /** The c with r_a·c = b_a. */
  private double[] combination() {
    double[] y = new double[k];
    for (int a = 0; a < k; a++) {
      double sum = b[a];
      for (int c = 0; c < a; c++) {
        sum -= lower[a][c] * y[c];
      }
      y[a] = sum / lower[a][a];
    }
    double[] c = new double[k];
    for (int a = k - 1; a >= 0; a--) {
      double sum = y[a];
      for (int later = a + 1; later < k; later++) {
        sum -= echelon[a][pivots[later]] * c[pivots[later]];
      }
      c[pivots[a]] = sum;
    }
    return c;
  }

  private boolean search() {
    search(0);
    return isFound;
  }

  /** Lets a row prune from now on; every variable has its value. */
  private void prune(double[] row) {
    int i = count++;
    if (sums[0].length <= i) {
      int length = Math.max(64, 2 * i);
      for (double[][] table : List.of(q, sums, lowest, highest)) {
        Arrays.setAll(table, t -> Arrays.copyOf(table[t], length));
      }
    }
    for (int t = k - 1; t >= 0; t--) {
      double entry = row[order[t]];
      q[t][i] = entry;
      lowest[t][i] = lowest[t + 1][i] + Math.min(0, entry);
      highest[t][i] = highest[t + 1][i] + Math.max(0, entry);
    }
    for (int t = 0; t < k; t++) {
      sums[t + 1][i] = sums[t][i] + b[order[t]] * q[t][i];
    }
  }

  private void search(int t) {
    if (t == k) {
      check();
      return;
    }
    for (int value = 0; value <= 1 && !isFound && nodes < NODES; value++) {
      b[order[t]] = value;
      nodes++;
      if (add(t, value)) {
        search(t + 1);
      }
    }
    b[order[t]] = 0;
  }

  private boolean add(int t, int value) {
    double[] entry = q[t];
    double[] before = sums[t];
    double[] after = sums[t + 1];
    double[] low = lowest[t + 1];
    double[] high = highest[t + 1];
    for (int i = 0; i < count; i++) {
      double sum = before[i] + value * entry[i];
      after[i] = sum;
      double least = sum + low[i] - ROUNDING;
      double most = sum + high[i] + ROUNDING;
      if (!(least <= 0 && 0 <= most) && !(least <= 1 && 1 <= most)) {
        return false;
      }
    }
    return true;
  }

  /** Holds a whole vector against every row. */
  private void check() {
    double[] c = combination();
    if (isColumn(c)) {
      return;
    }
    for (BitVector row : rows) {
      double sum = 0;
      for (int f = row.next(0); f < k; f = row.next(f + 1)) {
        sum += c[f];
      }
      if (Math.abs(sum) > ROUNDING && Math.abs(sum - 1) > ROUNDING) {
        prune(coefficients(row));
        return;
      }
    }
    isFound = true;
  }

  /** Returns whether c is 0 or a unit vector. */
  private static boolean isColumn(double[] c) {
    double ones = 0;
    for (double v : c) {
      if (Math.abs(v) > ROUNDING && Math.abs(v - 1) > ROUNDING) {
        return false;
      }
      ones += v;
    }
    return ones < 1.5;
  }
}

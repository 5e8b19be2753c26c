package org.latentfeature.step.coding;

import java.util.Arrays;

/**
 * The triangular factor of a Gram matrix, G = RᵀR with R upper triangular, whose columns are in an
 * order of their own: the next is always the feature of least length beside those before it, so
 * that the last ones have the longest parts that no other feature shares. Immutable.
 */
final class GramFactor {

  /** The factor of a dictionary without features. */
  static final GramFactor NONE = new GramFactor(new int[0], new double[0][]);

  /** The features in the order of the columns. */
  private final int[] order;

  /** Entries 0 to j of each column j. */
  private final double[][] columns;

  private GramFactor(int[] order, double[][] columns) {
    this.order = order;
    this.columns = columns;
  }

  /**
   * Factors {@code gram}, K×K.
   *
   * @param smallestPivots by feature; where what is left of its squared length is at most this, it
   *     is dependent, and its row of R is 0
   */
  static GramFactor of(double[][] gram, double[] smallestPivots) {
    int[] order = new int[gram.length];
    Arrays.setAll(order, i -> i);
    return factored(gram, smallestPivots, order, order.length, 1);
  }

  /**
   * Factors {@code gram}, which is that of this factor, once more, with the dependent features in
   * the last columns. Independent are those that a choice of the longest part beside the features
   * before it takes first. A path that decides the dependent ones by chance is then sure of the
   * rest, while a search within a budget proves more rows by {@link #of}.
   */
  GramFactor withDependentLast(double[][] gram, double[] smallestPivots) {
    if (dependent() == 0) {
      return this;
    }
    GramFactor longestFirst = factored(gram, smallestPivots, order, order.length, -1);
    int rank = order.length - longestFirst.dependent();
    return factored(gram, smallestPivots, longestFirst.order, rank, 1);
  }

  /**
   * Factors {@code gram}, of which the first {@code count} features of an order come before the
   * others.
   *
   * @param sign 1: the next column is the one of least length, -1: of the greatest
   */
  private static GramFactor factored(
      double[][] gram, double[] smallestPivots, int[] from, int count, int sign) {
    int k = gram.length;
    int[] order = from.clone();
    double[] lengths = new double[k];
    Arrays.setAll(lengths, i -> gram[i][i]);
    double[] rows = new double[k * k];
    for (int i = 0; i < k; i++) {
      int next = i;
      for (int j = i + 1; j < (i < count ? count : k); j++) {
        if (sign * lengths[order[j]] < sign * lengths[order[next]]) {
          next = j;
        }
      }
      int feature = order[next];
      order[next] = order[i];
      order[i] = feature;
      if (lengths[feature] > smallestPivots[feature]) {
        fill(rows, i, order, gram[feature], Math.sqrt(lengths[feature]), lengths);
      }
    }
    double[][] columns = new double[k][];
    for (int j = 0; j < k; j++) {
      columns[j] = new double[j + 1];
      for (int i = 0; i <= j; i++) {
        columns[j][i] = rows[i * k + order[j]];
      }
    }
    return new GramFactor(order, columns);
  }

  /** Row i of R, by feature; what it explains of the later columns is taken off their lengths. */
  private static void fill(
      double[] rows, int i, int[] order, double[] gram, double root, double[] lengths) {
    int k = order.length;
    int feature = order[i];
    rows[i * k + feature] = root;
    for (int j = i + 1; j < k; j++) {
      int other = order[j];
      double sum = gram[other];
      for (int m = 0; m < i; m++) {
        sum -= rows[m * k + feature] * rows[m * k + other];
      }
      double entry = sum / root;
      rows[i * k + other] = entry;
      lengths[other] -= entry * entry;
    }
  }

  /** K. */
  int features() {
    return order.length;
  }

  /** The feature of column {@code j}. */
  int feature(int j) {
    return order[j];
  }

  /** Entries 0 to j of column {@code j}, not a copy. */
  double[] column(int j) {
    return columns[j];
  }

  /** Returns the number of features that depend on others. */
  int dependent() {
    int count = 0;
    for (int j = 0; j < order.length; j++) {
      count += columns[j][j] > 0 ? 0 : 1;
    }
    return count;
  }

  /** Returns the columns as vectors of those rows of R that are not 0, as many as its rank. */
  double[][] vectors() {
    double[][] vectors = new double[order.length][];
    int rank = order.length - dependent();
    for (int j = 0; j < order.length; j++) {
      double[] whole = Arrays.copyOf(columns[j], order.length);
      vectors[j] = new double[rank];
      independent(whole, vectors[j]);
    }
    return vectors;
  }

  /** Copies of {@code y} the entries of rows of R that are not 0. */
  void independent(double[] y, double[] into) {
    int next = 0;
    for (int i = 0; i < order.length; i++) {
      if (columns[i][i] > 0) {
        into[next++] = y[i];
      }
    }
  }

  /** Solves Rᵀy = p; a dependent feature has y = 0. */
  void target(double[] p, double[] y) {
    for (int j = 0; j < order.length; j++) {
      double[] column = columns[j];
      double sum = p[order[j]];
      for (int m = 0; m < j; m++) {
        sum -= column[m] * y[m];
      }
      y[j] = column[j] > 0 ? sum / column[j] : 0;
    }
  }

  /**
   * The least squares solution G z = p over real z; 0 at dependent features.
   *
   * @param y K numbers, to work in
   * @param z K numbers, to write into
   */
  void leastSquares(double[] p, double[] y, double[] z) {
    target(p, y);
    for (int j = order.length - 1; j >= 0; j--) {
      double[] column = columns[j];
      double value = column[j] > 0 ? y[j] / column[j] : 0;
      z[order[j]] = value;
      subtract(y, column, value, j);
    }
  }

  /** to −= value · column, for the first {@code count} entries. */
  static void subtract(double[] to, double[] column, double value, int count) {
    for (int i = 0; i < count; i++) {
      to[i] -= value * column[i];
    }
  }
}

package org.latentfeature.ibp;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** The columns of a Z that a chain changes: bits turn, features are born and die. */
final class LiveColumns {

  private final int rows;
  private boolean[][] columns;
  private int[] counts;
  private int features;

  LiveColumns(BinaryMatrix z) {
    rows = z.rows();
    features = z.cols();
    columns = new boolean[Math.max(4, features)][];
    counts = new int[columns.length];
    for (int k = 0; k < features; k++) {
      columns[k] = new boolean[rows];
      BitVector column = z.column(k);
      for (int i = column.next(0); i < rows; i = column.next(i + 1)) {
        columns[k][i] = true;
      }
      counts[k] = column.count();
    }
  }

  int rows() {
    return rows;
  }

  int features() {
    return features;
  }

  /** Returns whether {@code row} has {@code feature}. */
  boolean get(int row, int feature) {
    return columns[feature][row];
  }

  /** Number of rows with {@code feature}. */
  int count(int feature) {
    return counts[feature];
  }

  /** The bits of a feature, one a row; not a copy. */
  boolean[] column(int feature) {
    return columns[feature];
  }

  /** Turns a bit. */
  void turn(int row, int feature) {
    boolean on = !columns[feature][row];
    columns[feature][row] = on;
    counts[feature] += on ? 1 : -1;
  }

  /** A feature that no row has. */
  void add() {
    if (features == columns.length) {
      columns = Arrays.copyOf(columns, 2 * features);
      counts = Arrays.copyOf(counts, 2 * features);
    }
    columns[features] = new boolean[rows];
    counts[features] = 0;
    features++;
  }

  /** Removes a feature; the last takes its place. */
  void remove(int feature) {
    features--;
    columns[feature] = columns[features];
    counts[feature] = counts[features];
  }

  /** ZᵀZ, K×K. */
  Dense gram() {
    List<BitVector> bits = bits();
    Dense gram = new Dense(features, features);
    for (int k = 0; k < features; k++) {
      for (int l = 0; l <= k; l++) {
        double both = bits.get(k).dot(bits.get(l));
        gram.set(k, l, both);
        gram.set(l, k, both);
      }
    }
    return gram;
  }

  /** The columns. */
  List<BitVector> bits() {
    return IntStream.range(0, features).mapToObj(k -> BitVector.of(columns[k])).toList();
  }

  /** A copy. */
  BinaryMatrix toMatrix() {
    return BinaryMatrix.ofColumns(rows, bits());
  }
}

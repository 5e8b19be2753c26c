package org.latentfeature.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** An immutable binary N×K matrix, stored by columns: the incidence matrix Z. K may be 0. */
public final class BinaryMatrix {

  private final int rows;
  private final List<BitVector> columns;

  private BinaryMatrix(int rows, List<BitVector> columns) {
    this.rows = rows;
    this.columns = columns;
  }

  /**
   * The matrix with these columns.
   *
   * @throws IllegalArgumentException if a column's length is not {@code rows}
   */
  public static BinaryMatrix ofColumns(int rows, List<BitVector> columns) {
    for (BitVector c : columns) {
      if (c.length() != rows) {
        throw new IllegalArgumentException(
            "a column has " + c.length() + " entries, expected " + rows);
      }
    }
    return new BinaryMatrix(rows, List.copyOf(columns));
  }

  /** The N×0 matrix. */
  public static BinaryMatrix empty(int rows) {
    return new BinaryMatrix(rows, List.of());
  }

  /** Number of rows, N. */
  public int rows() {
    return rows;
  }

  /** Number of columns, K. */
  public int cols() {
    return columns.size();
  }

  /** Returns whether entry (i, k) is 1. */
  public boolean get(int i, int k) {
    return columns.get(k).get(i);
  }

  /** The columns that have row {@code i}, ascending. */
  public int[] columnsOf(int i) {
    int[] all = new int[columns.size()];
    int count = 0;
    for (int k = 0; k < all.length; k++) {
      if (get(i, k)) {
        all[count++] = k;
      }
    }
    return Arrays.copyOf(all, count);
  }

  /** Column {@code k}. */
  public BitVector column(int k) {
    return columns.get(k);
  }

  /** All columns, unmodifiable. */
  public List<BitVector> columns() {
    return columns;
  }

  /** This matrix with {@code column} appended. */
  public BinaryMatrix with(BitVector column) {
    List<BitVector> all = new ArrayList<>(columns);
    all.add(column);
    return ofColumns(rows, all);
  }

  /** This matrix with {@code column} in place of column {@code k}. */
  public BinaryMatrix replace(int k, BitVector column) {
    List<BitVector> all = new ArrayList<>(columns);
    all.set(k, column);
    return ofColumns(rows, all);
  }

  /** The columns with the indices {@code kept}, in that order. */
  public BinaryMatrix select(int[] kept) {
    List<BitVector> some = new ArrayList<>(kept.length);
    for (int k : kept) {
      some.add(columns.get(k));
    }
    return new BinaryMatrix(rows, Collections.unmodifiableList(some));
  }

  /** This matrix without column {@code k}. */
  public BinaryMatrix without(int k) {
    List<BitVector> some = new ArrayList<>(columns);
    some.remove(k);
    return new BinaryMatrix(rows, Collections.unmodifiableList(some));
  }

  /** A copy, N arrays of K. */
  public boolean[][] toArray() {
    boolean[][] all = new boolean[rows][cols()];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < all[i].length; k++) {
        all[i][k] = get(i, k);
      }
    }
    return all;
  }

  /** The shape, and how many entries are 1. */
  @Override
  public String toString() {
    long ones = columns.stream().mapToLong(BitVector::count).sum();
    return "%,d × %,d, %,d ones".formatted(rows, cols(), ones);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof BinaryMatrix b && b.rows == rows && b.columns.equals(columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }
}

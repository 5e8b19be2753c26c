package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;

/**
 * One thread's share of a sum Δ A over rows, and of products S Aᵀ with them: rows of the residual A
 * go by in chunks of {@link RowBlocks#ROWS}. Single precision within some chunks, double between
 * them.
 */
final class SumPart {

  /**
   * Multiplications of a product up to which OpenBLAS copies nothing first; the copies of a thin
   * one take as long as the product.
   */
  private static final long SMALL = 1_000_000;

  /** Chunks whose sums are added up in single precision. */
  private static final int TOGETHER = 8;

  /** S A_cᵀ of a chunk, q×n, row after row. */
  final float[] gradient;

  /** Δ of a chunk, q×n, row after row. */
  final float[] delta;

  private final int cols;
  private final FloatPointer rows;
  private final FloatPointer products;
  private final FloatPointer changes;
  private final FloatPointer sums;
  private final float[] row;

  /** Row after row of S; empty until it is summed for the first time. */
  private final double[][] totals;

  private int pending;
  private boolean isTotal;

  /** For up to {@code most} rows of S. */
  SumPart(ResidualBlocks blocks, int most, Arena arena) {
    cols = blocks.cols;
    rows = blocks.view();
    int chunk = chunk(blocks.rows);
    products = arena.floats((long) most * chunk);
    changes = arena.floats((long) most * chunk);
    sums = arena.floats((long) most * cols);
    gradient = new float[most * chunk];
    delta = new float[most * chunk];
    row = new float[cols];
    totals = new double[most][0];
  }

  static long floatsNeeded(int rows, int cols, int most) {
    // The sums once in single precision and once in double, the rest here and on the heap.
    return most * (4L * chunk(rows) + 3L * cols) + cols;
  }

  private static int chunk(int rows) {
    return Math.min(RowBlocks.ROWS, rows);
  }

  void begin() {
    pending = 0;
    isTotal = false;
  }

  /** Computes {@link #gradient} for the {@code q} rows of S and {@code n} rows of A. */
  void project(int q, FloatPointer s, int first, int n) {
    int step = step(q, n);
    for (int at = 0; at < n; at += step) {
      int count = Math.min(step, n - at);
      rows.position((long) (first + at) * cols);
      products.position(at);
      Blas.multiplyTransposed(q, count, cols, s, cols, rows, cols, products, n);
    }
    products.position(0).get(gradient, 0, q * n);
  }

  /** Rows of a product: whole words of them that make it small, if one does; otherwise all. */
  private int step(int q, int n) {
    long words = SMALL / ((long) Math.max(1, q) * cols * Long.SIZE);
    return words == 0 ? n : (int) Math.min(n, words * Long.SIZE);
  }

  /** Computes L R, m×n and row after row, into {@link #gradient}, for R (k×n) in {@link #delta}. */
  void combine(int m, int k, FloatPointer left, int n) {
    changes.put(delta, 0, k * n);
    Blas.multiply(m, n, k, left, changes, 0, products);
    products.get(gradient, 0, m * n);
  }

  /** Adds {@link #delta} times {@code n} rows of A from {@code first} on. */
  void add(int q, int first, int n) {
    changes.put(delta, 0, q * n);
    int step = step(q, n);
    for (int at = 0; at < n; at += step) {
      int count = Math.min(step, n - at);
      rows.position((long) (first + at) * cols);
      changes.position(at);
      float keep = pending == 0 && at == 0 ? 0 : 1;
      Blas.multiply(q, cols, count, changes, n, rows, cols, keep, sums, cols);
    }
    changes.position(0);
    pending++;
    if (pending == TOGETHER) {
      flush(q);
    }
  }

  /** Adds what is pending, of {@code q} rows, to the sums in double precision. */
  void flush(int q) {
    if (pending == 0) {
      return;
    }
    for (int k = 0; k < q; k++) {
      sums.position((long) k * cols).get(row);
      if (totals[k].length == 0) {
        totals[k] = new double[cols];
      }
      double[] total = totals[k];
      for (int j = 0; j < cols; j++) {
        total[j] = (isTotal ? total[j] : 0) + row[j];
      }
    }
    sums.position(0);
    isTotal = true;
    pending = 0;
  }

  /** Adds the sum of row {@code k}, if there is any, to {@code all}, from {@code at} on. */
  void addTo(double[] all, int at, int k) {
    if (isTotal) {
      for (int j = 0; j < cols; j++) {
        all[at + j] += totals[k][j];
      }
    }
  }
}

package org.latentfeature.base.linalg;

import java.util.Arrays;

/**
 * A dense matrix of doubles, row after row on the Java heap: the K×K and K×D matrices of the outer
 * loops. Mutable; not thread-safe.
 */
public final class Dense {

  /** Columns of a product up to which loops along its rows are too short to pay. */
  private static final int FEW = 8;

  private final int rows;
  private final int cols;
  private final double[] values;

  /**
   * A matrix of zeros. Either dimension may be 0.
   *
   * @param rows number of rows
   * @param cols number of columns
   */
  public Dense(int rows, int cols) {
    this(rows, cols, new double[Math.multiplyExact(rows, cols)]);
  }

  private Dense(int rows, int cols, double[] values) {
    this.rows = rows;
    this.cols = cols;
    this.values = values;
  }

  /** Wraps, without copying, {@code rows × cols} values held row after row. */
  public static Dense wrap(int rows, int cols, double[] values) {
    if (values.length != Math.multiplyExact(rows, cols)) {
      throw new IllegalArgumentException(
          values.length + " values do not fill " + rows + "×" + cols);
    }
    return new Dense(rows, cols, values);
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** Number of columns. */
  public int cols() {
    return cols;
  }

  /** The entries themselves (not a copy), entry (i, j) at {@code i·cols + j}. */
  public double[] values() {
    return values;
  }

  /**
   * Entry (i, j), both from 0.
   *
   * @throws IndexOutOfBoundsException naming both and the shape, if there is no such entry
   */
  public double get(int i, int j) {
    requireEntry(i, j);
    return values[i * cols + j];
  }

  /**
   * Sets entry (i, j), both from 0.
   *
   * @param v the entry
   * @throws IndexOutOfBoundsException naming both and the shape, if there is no such entry
   */
  public void set(int i, int j, double v) {
    requireEntry(i, j);
    values[i * cols + j] = v;
  }

  /** A copy. */
  public Dense copy() {
    return new Dense(rows, cols, values.clone());
  }

  /** A copy, an array for each row. */
  public double[][] toArray() {
    double[][] all = new double[rows][];
    for (int i = 0; i < rows; i++) {
      all[i] = Arrays.copyOfRange(values, i * cols, (i + 1) * cols);
    }
    return all;
  }

  /** The shape. */
  @Override
  public String toString() {
    return "%,d × %,d".formatted(rows, cols);
  }

  /** A copy of the rows with the indices {@code kept}, in that order. */
  public Dense selectRows(int[] kept) {
    Dense out = new Dense(kept.length, cols);
    for (int i = 0; i < kept.length; i++) {
      System.arraycopy(values, kept[i] * cols, out.values, i * cols, cols);
    }
    return out;
  }

  /** A copy of the square block of the rows and columns with the indices {@code kept}. */
  public Dense selectBlock(int[] kept) {
    Dense out = new Dense(kept.length, kept.length);
    for (int i = 0; i < kept.length; i++) {
      for (int j = 0; j < kept.length; j++) {
        out.values[i * kept.length + j] = get(kept[i], kept[j]);
      }
    }
    return out;
  }

  /** This matrix with the rows of {@code below} appended. */
  public Dense appendRows(Dense below) {
    if (below.cols != cols) {
      throw new IllegalArgumentException("rows of " + cols + " and of " + below.cols);
    }
    double[] all = Arrays.copyOf(values, Math.multiplyExact(rows + below.rows, cols));
    System.arraycopy(below.values, 0, all, values.length, below.values.length);
    return new Dense(rows + below.rows, cols, all);
  }

  /** The transpose, as a new matrix. */
  public Dense transpose() {
    Dense out = new Dense(cols, rows);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        out.values[j * rows + i] = values[i * cols + j];
      }
    }
    return out;
  }

  /** The product of this matrix and {@code right}, as a new matrix. */
  public Dense times(Dense right) {
    return times(right, () -> {});
  }

  /**
   * Returns the product of this matrix and {@code right}, as a new matrix, with {@code pause} run
   * before each row. An exception from {@code pause} ends the product.
   */
  Dense times(Dense right, Runnable pause) {
    if (cols != right.rows) {
      throw new IllegalArgumentException(
          rows + "×" + cols + " times " + right.rows + "×" + right.cols);
    }
    Dense out = new Dense(rows, right.cols);
    int n = right.cols;
    double[] b = right.values;
    for (int i = 0; i < rows; i++) {
      pause.run();
      if (n <= FEW) {
        for (int j = 0; j < n; j++) {
          out.values[i * n + j] = sum(values, i * cols, b, j, n, cols);
        }
      } else {
        addRows(out.values, i * n, b, 0, n, values, i * cols, cols);
      }
    }
    return out;
  }

  /** The product of this matrix and the transpose of {@code right}, as a new matrix. */
  public Dense timesTransposed(Dense right) {
    return timesTransposed(right, () -> {});
  }

  /** Like {@link #times(Dense, Runnable)}, and with the same bits, of the transpose. */
  Dense timesTransposed(Dense right, Runnable pause) {
    int n = right.rows;
    if (n > FEW || cols != right.cols) {
      return times(right.transpose(), pause);
    }
    Dense out = new Dense(rows, n);
    for (int i = 0; i < rows; i++) {
      pause.run();
      for (int j = 0; j < n; j++) {
        out.values[i * n + j] = sum(values, i * cols, right.values, j * cols, 1, cols);
      }
    }
    return out;
  }

  /** The sum that {@link #addRows} makes for one entry, where those of b are a stride apart. */
  private static double sum(double[] a, int from, double[] b, int at, int stride, int count) {
    double sum = 0;
    int p = 0;
    for (; p < count - 3; p += 4) {
      int q = at + p * stride;
      sum +=
          a[from + p] * b[q]
              + a[from + p + 1] * b[q + stride]
              + a[from + p + 2] * b[q + 2 * stride]
              + a[from + p + 3] * b[q + 3 * stride];
    }
    for (; p < count; p++) {
      sum += a[from + p] * b[at + p * stride];
    }
    return sum;
  }

  /** Inner product of row {@code i} of this matrix and row {@code j} of {@code other}. */
  public double rowDot(int i, Dense other, int j) {
    if (other.cols != cols) {
      throw new IllegalArgumentException("rows of " + cols + " and of " + other.cols);
    }
    return dot(values, i * cols, other.values, j * other.cols, cols);
  }

  /**
   * An inner product, in four sums, of which a processor adds to all at once.
   *
   * @param a one factor, from {@code from} on
   * @param b the other, from {@code at} on
   * @param n number of entries
   */
  public static double dot(double[] a, int from, double[] b, int at, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int p = 0;
    // With p + 3 < n it would be no counted loop to the JVM, and take 1.6 times as long.
    for (; p < n - 3; p += 4) {
      s0 += a[from + p] * b[at + p];
      s1 += a[from + p + 1] * b[at + p + 1];
      s2 += a[from + p + 2] * b[at + p + 2];
      s3 += a[from + p + 3] * b[at + p + 3];
    }
    for (; p < n; p++) {
      s0 += a[from + p] * b[at + p];
    }
    return s0 + s1 + s2 + s3;
  }

  /** Euclidean norm of row {@code i}. */
  public double rowNorm(int i) {
    return Math.sqrt(rowDot(i, this, i));
  }

  /** The sum of both, which have one shape. */
  public Dense plus(Dense other) {
    Dense sum = copy();
    for (int i = 0; i < sum.values.length; i++) {
      sum.values[i] += other.values[i];
    }
    return sum;
  }

  /** Sum of squares of all entries, the square of the Frobenius norm. */
  public double squaredNorm() {
    double sum = 0;
    for (double v : values) {
      sum += v * v;
    }
    return sum;
  }

  private void requireEntry(int i, int j) {
    if (i < 0 || i >= rows || j < 0 || j >= cols) {
      throw new IndexOutOfBoundsException(
          "entry (" + i + ", " + j + ") of a " + rows + "×" + cols + " matrix");
    }
  }

  /** {@code into[at + j] += a · from[start + j]} for j below {@code n}. */
  public static void addScaled(double[] into, int at, double[] from, int start, int n, double a) {
    for (int j = 0; j < n; j++) {
      into[at + j] += a * from[start + j];
    }
  }

  /**
   * Adds to {@code n} entries {@code count} consecutive rows of that length, each times its weight;
   * four at once: one load and store of the result for four products.
   */
  static void addRows(
      double[] into,
      int at,
      double[] from,
      int start,
      int n,
      double[] weights,
      int first,
      int count) {
    int p = 0;
    for (; p + 3 < count; p += 4) {
      int w = first + p;
      addScaled4(
          into,
          at,
          from,
          start + p * n,
          n,
          weights[w],
          weights[w + 1],
          weights[w + 2],
          weights[w + 3]);
    }
    for (; p < count; p++) {
      addScaled(into, at, from, start + p * n, n, weights[first + p]);
    }
  }

  /** {@link #addScaled} of four consecutive rows of length {@code n}. */
  private static void addScaled4(
      double[] into,
      int at,
      double[] from,
      int start,
      int n,
      double a0,
      double a1,
      double a2,
      double a3) {
    int s1 = start + n;
    int s2 = s1 + n;
    int s3 = s2 + n;
    for (int j = 0; j < n; j++) {
      into[at + j] +=
          a0 * from[start + j] + a1 * from[s1 + j] + a2 * from[s2 + j] + a3 * from[s3 + j];
    }
  }
}

package org.latentfeature.backend.sparse;

import org.latentfeature.data.DataException;

/**
 * Arithmetic on rows of a few doubles, padded to whole lanes, which are unrolled by hand: the JIT
 * compiler does not vectorise loops over so few.
 */
final class Lanes {

  private static final int WIDTH = 8;

  private Lanes() {}

  /** The next multiple of the lanes' width. */
  static int padded(int n) {
    return (n + WIDTH - 1) / WIDTH * WIDTH;
  }

  /**
   * Zeros for {@code rows} rows of {@code width}.
   *
   * @param what name of the array in messages
   * @throws DataException if no array is so long
   */
  static double[] doubles(int rows, int width, String what) {
    return new double[size(rows, width, what)];
  }

  /** The length of such an array. */
  static int size(int rows, int width, String what) {
    long size = (long) rows * width;
    if (size > Integer.MAX_VALUE - 8) {
      throw new DataException(
          "%s of sparse rows, %,d × %,d, are more numbers than an array can hold; fit fewer rows, columns or features"
              .formatted(what, rows, width));
    }
    return (int) size;
  }

  /** into += x · from, over {@code width} numbers, a multiple of eight. */
  static void add(double[] into, int to, double x, double[] from, int at, int width) {
    for (int q = 0; q < width; q += WIDTH) {
      int t = to + q;
      int f = at + q;
      into[t] += x * from[f];
      into[t + 1] += x * from[f + 1];
      into[t + 2] += x * from[f + 2];
      into[t + 3] += x * from[f + 3];
      into[t + 4] += x * from[f + 4];
      into[t + 5] += x * from[f + 5];
      into[t + 6] += x * from[f + 6];
      into[t + 7] += x * from[f + 7];
    }
  }

  /**
   * into = Σ x_e · from[column_e], the entries {@code begin} to {@code end} times rows of {@code
   * from}.
   *
   * @param width of rows, a multiple of eight
   */
  static void gather(
      double[] into, int[] column, float[] value, int begin, int end, double[] from, int width) {
    for (int q = 0; q < width; q += WIDTH) {
      double a = 0;
      double b = 0;
      double c = 0;
      double d = 0;
      double e = 0;
      double f = 0;
      double g = 0;
      double h = 0;
      for (int at = begin; at < end; at++) {
        int j = column[at] * width + q;
        double x = value[at];
        a += x * from[j];
        b += x * from[j + 1];
        c += x * from[j + 2];
        d += x * from[j + 3];
        e += x * from[j + 4];
        f += x * from[j + 5];
        g += x * from[j + 6];
        h += x * from[j + 7];
      }
      into[q] = a;
      into[q + 1] = b;
      into[q + 2] = c;
      into[q + 3] = d;
      into[q + 4] = e;
      into[q + 5] = f;
      into[q + 6] = g;
      into[q + 7] = h;
    }
  }

  /**
   * Adds x_e · {@code row} to row column_e of {@code into}, for entries {@code begin} to {@code
   * end}.
   */
  static void scatter(
      double[] into, int[] column, float[] value, int begin, int end, double[] row, int width) {
    for (int at = begin; at < end; at++) {
      add(into, column[at] * width, value[at], row, 0, width);
    }
  }

  /** Σ a². */
  static double squares(double[] a) {
    double sum = 0;
    for (double v : a) {
      sum += v * v;
    }
    return sum;
  }

  /** Σ a b. */
  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}

package org.latentfeature.bench.precision;

/**
 * Products of the rows a_i of a residual A (N×D), in single precision with rounded operands. Sums S
 * of m vectors are m×D; a block's gradient G and change Δ are m×n, for n rows from {@code first}
 * on.
 */
interface RowProducts {

  /** Rows whose changes are summed before they are added to S. */
  int TILE = 64;

  /** Number of rows, N. */
  int rows();

  /** Number of columns, D. */
  int cols();

  /** Row {@code i} in single precision. */
  void row(int i, float[] into);

  /** G = S A_bᵀ. */
  void gradient(int m, float[] s, int first, int n, float[] g);

  /** S += Δ A_b. */
  void add(int m, float[] delta, int first, int n, float[] s);

  /** Adds {@code factor} times {@code n} numbers to others. */
  static void addScaled(float[] into, int at, float[] from, int start, int n, float factor) {
    for (int i = 0; i < n; i++) {
      into[at + i] += factor * from[start + i];
    }
  }

  /**
   * Adds {@code count} rows of {@code n} numbers, each times a factor, to one. Four at a time, in
   * one pass over memory.
   *
   * @param rows where each begins in {@code from}
   */
  static void addRows(float[] into, float[] from, int[] rows, float[] factors, int count, int n) {
    int r = 0;
    for (; r + 3 < count; r += 4) {
      addFour(into, from, rows, factors, r, n);
    }
    for (; r < count; r++) {
      addScaled(into, 0, from, rows[r], n, factors[r]);
    }
  }

  private static void addFour(
      float[] into, float[] from, int[] rows, float[] factors, int r, int n) {
    int first = rows[r];
    int second = rows[r + 1];
    int third = rows[r + 2];
    int fourth = rows[r + 3];
    float f = factors[r];
    float g = factors[r + 1];
    float h = factors[r + 2];
    float k = factors[r + 3];
    for (int i = 0; i < n; i++) {
      into[i] =
          into[i]
              + f * from[first + i]
              + g * from[second + i]
              + h * from[third + i]
              + k * from[fourth + i];
    }
  }
}

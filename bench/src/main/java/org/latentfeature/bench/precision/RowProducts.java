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
}

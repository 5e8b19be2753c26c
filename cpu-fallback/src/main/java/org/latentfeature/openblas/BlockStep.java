package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;

/**
 * The rows of one block in exact sequence (Gauss–Seidel), rank-major: entry (k, j) of row j at k·64
 * + j. Rows go in strips of 16, after each of which one product gives all later rows its
 * correction, and within a strip in fours: within a four each row sees the ones before it, then the
 * later rows of the strip get the four's correction in one pass over memory. Loops over so few
 * entries would take several times as long as the product.
 */
final class BlockStep {

  private static final int ROWS = ResidualBlocks.ROWS;
  private static final int STRIP = 16;
  private static final int GROUP = 4;

  private final FloatPointer gradients;
  private final FloatPointer changes;
  private final float[] gradient;
  private final float[] fresh;

  BlockStep(int rank, Arena arena) {
    gradients = arena.floats((long) rank * ROWS);
    changes = arena.floats((long) rank * ROWS);
    gradient = new float[rank * ROWS];
    fresh = new float[rank];
  }

  static long floatsNeeded(int rank) {
    return rank * (3L * ROWS + 1);
  }

  /**
   * Brings the vectors {@code v} of {@code n} rows to their optima.
   *
   * @param start S A_bᵀ
   * @param delta receives the change of the vectors
   * @param gram the upper triangle of A_bA_bᵀ, its rows 64 apart, on the heap
   * @param product the same outside of it, from its position on, which changes
   */
  void run(
      float[] v,
      float[] gram,
      FloatPointer product,
      float[] start,
      float[] delta,
      int n,
      int rank) {
    long block = product.position();
    gradients.position(0).put(start, 0, rank * ROWS);
    for (int from = 0; from < n; from += STRIP) {
      int to = Math.min(from + STRIP, n);
      gradients.position(0).get(gradient, 0, rank * ROWS);
      strip(v, gram, delta, from, to, rank);
      if (to < n) {
        changes.position(0).put(delta, 0, rank * ROWS);
        Blas.multiply(
            rank,
            n - to,
            to - from,
            changes.position(from),
            ROWS,
            product.position(block + (long) from * ROWS + to),
            ROWS,
            1,
            gradients.position(to),
            ROWS);
      }
    }
  }

  private void strip(float[] v, float[] gram, float[] delta, int from, int to, int rank) {
    for (int first = from; first < to; first += GROUP) {
      int last = Math.min(first + GROUP, to);
      for (int j = first; j < last; j++) {
        updateRow(v, gram, delta, first, j, rank);
      }
      if (last < to) {
        correct(gram, delta, first, last, to, rank);
      }
    }
  }

  /** v_j ← g_j/‖g_j‖ with the group's earlier changes added to and its own share taken from g_j. */
  private void updateRow(float[] v, float[] gram, float[] delta, int first, int j, int rank) {
    float diagonal = gram[j * ROWS + j];
    double norm = 0; // the squares of large sums overflow single precision
    for (int k = 0; k < rank; k++) {
      int at = k * ROWS;
      float g = gradient[at + j] - diagonal * v[at + j];
      for (int i = first; i < j; i++) {
        g += gram[i * ROWS + j] * delta[at + i];
      }
      fresh[k] = g;
      norm += (double) g * g;
    }
    float scale = norm > 0 ? (float) (1 / Math.sqrt(norm)) : 0;
    for (int k = 0; k < rank; k++) {
      int at = k * ROWS + j;
      float u = norm > 0 ? fresh[k] * scale : v[at];
      delta[at] = u - v[at];
      v[at] = u;
    }
  }

  private void correct(float[] gram, float[] delta, int first, int last, int n, int rank) {
    if (last - first == GROUP) {
      for (int k = 0; k < rank; k++) {
        int at = k * ROWS;
        addFour(
            gradient,
            at,
            gram,
            first * ROWS,
            delta[at + first],
            delta[at + first + 1],
            delta[at + first + 2],
            delta[at + first + 3],
            last,
            n);
      }
    }
  }

  private static void addFour(
      float[] g,
      int at,
      float[] gram,
      int row,
      float d0,
      float d1,
      float d2,
      float d3,
      int from,
      int to) {
    int r1 = row + ROWS;
    int r2 = r1 + ROWS;
    int r3 = r2 + ROWS;
    for (int j = from; j < to; j++) {
      g[at + j] += d0 * gram[row + j] + d1 * gram[r1 + j] + d2 * gram[r2 + j] + d3 * gram[r3 + j];
    }
  }
}

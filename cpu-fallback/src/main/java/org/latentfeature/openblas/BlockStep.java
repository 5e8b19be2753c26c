package org.latentfeature.openblas;

/**
 * The rows of one block in exact sequence (Gauss–Seidel), rank-major: entry (k, j) of row j at k·64
 * + j. Rows go in fours: within a four each sees the ones before it, then all later rows get the
 * four's correction in one pass over memory.
 */
final class BlockStep {

  private static final int ROWS = ResidualBlocks.ROWS;
  private static final int GROUP = 4;

  /** In: S A_bᵀ. Destroyed by {@link #run}. */
  final float[] gradient;

  /** Out: the change of the vectors. */
  final float[] delta;

  private final float[] fresh;

  BlockStep(int rank) {
    gradient = new float[rank * ROWS];
    delta = new float[rank * ROWS];
    fresh = new float[rank];
  }

  void run(float[] v, float[] gram, int n, int rank) {
    for (int first = 0; first < n; first += GROUP) {
      int last = Math.min(first + GROUP, n);
      for (int j = first; j < last; j++) {
        updateRow(v, gram, first, j, rank);
      }
      if (last < n) {
        correct(gram, first, last, n, rank);
      }
    }
  }

  /** v_j ← g_j/‖g_j‖ with the group's earlier changes added to and its own share taken from g_j. */
  private void updateRow(float[] v, float[] gram, int first, int j, int rank) {
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

  private void correct(float[] gram, int first, int last, int n, int rank) {
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

package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.progress.StopSignal;

/**
 * The residual A (N×D) in blocks of 64 rows, with the Gram matrix A_bA_bᵀ of each block, computed
 * once per residual and shared by sweeps and polish.
 */
final class ResidualBlocks {

  private final Blas blas;

  /** A block's rows: one word of a packed column. */
  static final int ROWS = Long.SIZE;

  final int rows;
  final int cols;
  final int count;
  private final StopSignal stop;
  private final FloatPointer a;
  private final FloatPointer grams;
  private boolean current;

  ResidualBlocks(Blas blas, FloatPointer a, int rows, int cols, Arena arena, StopSignal stop) {
    this.blas = blas;
    this.stop = stop;
    this.a = a;
    this.rows = rows;
    this.cols = cols;
    count = (rows + ROWS - 1) / ROWS;
    grams = arena.floats((long) count * ROWS * ROWS);
  }

  /** Rows in block {@code b}. */
  int rowsIn(int b) {
    return Math.min(ROWS, rows - b * ROWS);
  }

  /** A_b; valid until the next call. Asks the step's stop signal, for all work by blocks. */
  FloatPointer block(int b) {
    stop.check();
    return a.position((long) b * ROWS * cols);
  }

  /** The residual was overwritten. */
  void changed() {
    current = false;
  }

  /** Copies A_bA_bᵀ into {@code into}, rows ROWS apart whatever the size of the block. */
  void gram(int b, float[] into) {
    grams.position((long) b * ROWS * ROWS).get(into, 0, ROWS * ROWS);
  }

  /**
   * Computes the Gram matrices unless they are those of the present residual.
   *
   * @return whether they were computed
   */
  boolean prepare() {
    if (current) {
      return false;
    }
    for (int b = 0; b < count; b++) {
      int n = rowsIn(b);
      FloatPointer gram = grams.position((long) b * ROWS * ROWS);
      if (n < ROWS) {
        gram.put(new float[ROWS * ROWS]);
      }
      blas.gram(n, cols, block(b), ROWS, gram);
    }
    current = true;
    return true;
  }
}

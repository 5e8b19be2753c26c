package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.base.progress.StopSignal;

/**
 * The residual A (N×D) in blocks of 64 rows, with the Gram matrix A_bA_bᵀ of each block, computed
 * once per residual and shared by sweeps and polish.
 */
final class ResidualBlocks {

  /** A block's rows: one word of a packed column. */
  static final int ROWS = Long.SIZE;

  /** Rows of a Gram matrix that are computed at once. */
  private static final int STRIP = 8;

  final int rows;
  final int cols;
  final int count;
  final StopSignal stop;
  private final Blas blas;
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

  /** A, for a thread of its own, and without the memory, which stays the search's. */
  FloatPointer view() {
    return new FloatPointer(a);
  }

  /** The residual was overwritten. */
  void changed() {
    current = false;
  }

  /** Copies the upper triangle of A_bA_bᵀ, and whatever is below it, its rows ROWS apart. */
  void gram(int b, float[] into) {
    grams.position((long) b * ROWS * ROWS).get(into, 0, ROWS * ROWS);
  }

  /** The upper triangle of A_bA_bᵀ where it is, in a view of the caller's own. */
  FloatPointer gram(int b) {
    return new FloatPointer(grams).position((long) b * ROWS * ROWS);
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
    double products = 1.125 * rows * ROWS * cols;
    blas.share(
        blas.worth(products),
        RowBlocks.count(rows),
        products,
        stop,
        (worker, chunk) -> {
          FloatPointer strip = view();
          FloatPointer rest = view();
          FloatPointer gram = new FloatPointer(grams);
          int end = Math.min(count, (chunk + 1) * RowBlocks.WORDS);
          for (int b = chunk * RowBlocks.WORDS; b < end; b++) {
            gram(b, strip, rest, gram);
          }
        });
    current = true;
    return true;
  }

  /** Strips of the upper triangle, which is all that is asked for. */
  private void gram(int b, FloatPointer strip, FloatPointer rest, FloatPointer gram) {
    int n = rowsIn(b);
    for (int from = 0; from < n; from += STRIP) {
      long row = (long) b * ROWS + from;
      strip.position(row * cols);
      rest.position(row * cols);
      gram.position(row * ROWS + from);
      int count = Math.min(STRIP, n - from);
      Blas.multiplyTransposed(count, n - from, cols, strip, cols, rest, cols, gram, ROWS);
    }
  }
}

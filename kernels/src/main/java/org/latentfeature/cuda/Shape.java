package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.data.BitVector;

/**
 * The shape of the data.
 *
 * @param rows N
 * @param cols D
 */
record Shape(int rows, int cols) {

  /**
   * Maximum columns: 65,535 blocks along the second dimension of a grid, of {@link
   * LaunchGrid#THREADS} columns each.
   */
  private static final int MOST_COLS = 65_535 * LaunchGrid.THREADS;

  Shape {
    if (cols > MOST_COLS) {
      throw new IllegalArgumentException(
          "backend cuda supports up to %,d columns, not %,d; use another backend"
              .formatted(MOST_COLS, cols));
    }
  }

  /** 32-bit words from one binary column to the next: whole 64-bit words, as on the host. */
  int stride() {
    return Math.multiplyExact(BitVector.wordCount(rows), Long.SIZE / LaunchGrid.LANES);
  }

  /** 32-bit words with at least one row in them. */
  int words() {
    return (int) (((long) rows + LaunchGrid.LANES - 1) / LaunchGrid.LANES);
  }

  /** 32-bit words of a row that has a bit for each column. */
  int missingWords() {
    return (cols + LaunchGrid.LANES - 1) / LaunchGrid.LANES;
  }

  /** Entries of a matrix of this shape. */
  long size() {
    return (long) rows * cols;
  }

  /** Blocks of threads along the columns. */
  int colBlocks() {
    return LaunchGrid.threads(cols).x();
  }
}

package org.latentfeature.data;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;

/**
 * Rows of a matrix in double precision, in blocks that stay in a core's cache. Of a matrix that is
 * not large the blocks are a copy, which all who use it at the same time share: threads that go
 * through the same rows find them in the cache.
 */
public final class DoubleBlocks {

  /** Rows of a block. */
  public static final int ROWS = 64;

  /** Up to so many entries, blocks are kept: 128 MB. */
  private static final long MOST_KEPT = 1L << 24;

  private final IntFunction<Dense> blocks;

  private DoubleBlocks(IntFunction<Dense> blocks) {
    this.blocks = blocks;
  }

  /** Returns the blocks of {@code x}, which must not be written to while they are in use. */
  public static DoubleBlocks of(Matrix x) {
    return isKept(x.rows(), x.cols())
        ? x.remembered().doubleBlocks()
        : new DoubleBlocks(b -> read(x, b));
  }

  /** A copy of all blocks. */
  static DoubleBlocks copy(Matrix x) {
    Dense[] kept =
        IntStream.range(0, count(x.rows())).mapToObj(b -> read(x, b)).toArray(Dense[]::new);
    return new DoubleBlocks(b -> kept[b]);
  }

  /** Bytes of the copy of N×D rows, 0 if they are read anew each time. */
  public static long bytesNeeded(int rows, int cols) {
    return isKept(rows, cols) ? (long) rows * cols * Double.BYTES : 0;
  }

  private static boolean isKept(int rows, int cols) {
    return (long) rows * cols <= MOST_KEPT;
  }

  /** Number of blocks of N rows. */
  public static int count(int rows) {
    return (int) (((long) rows + ROWS - 1) / ROWS);
  }

  private static Dense read(Matrix x, int block) {
    int from = block * ROWS;
    Dense rows = new Dense(Math.min(ROWS, x.rows() - from), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < rows.rows(); i++) {
      x.getRow(from + i, row);
      for (int j = 0; j < row.length; j++) {
        rows.values()[i * row.length + j] = row[j];
      }
    }
    return rows;
  }

  /** Rows of block {@code b}, from 0; not to be written to. */
  public Dense block(int b) {
    return blocks.apply(b);
  }
}

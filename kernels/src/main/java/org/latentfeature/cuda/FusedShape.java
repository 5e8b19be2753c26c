package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.LaunchGrid;

/**
 * How the blocks of a fused sweep lie on a GPU: each holds some tiles of rows in shared memory,
 * works on one and loads the others.
 *
 * @param wide whether the kernel for more columns is needed
 * @param blocks most blocks of a launch, all of them resident
 * @param pitch floats from one row of a tile to the next
 * @param stages tiles that a block holds
 */
record FusedShape(boolean wide, int blocks, int pitch, int stages) {

  /** Most entries of a vector, as in the kernel. */
  static final int MOST_RANK = 16;

  /** Rows of a tile, as in the kernel. */
  static final int ROWS = 8;

  /** Columns that a product sums over, as in the kernel. */
  private static final int GROUP = 8;

  /** Most columns of the kernel that fits a multiprocessor twice, as in the kernel. */
  private static final int NARROW = 320;

  /** Most columns of the other one. */
  private static final int MOST_COLS = 1024;

  private static final int MOST_STAGES = 4;

  /** By how much the beginnings of rows differ beyond the pitch, as in the kernel. */
  private static final int SHIFT = 24;

  /**
   * Floats in which the warps of a block add up their products and squared norms of a tile's rows.
   */
  private static final int SUMS =
      LaunchGrid.THREADS * 4 + LaunchGrid.THREADS / LaunchGrid.LANES * ROWS;

  /** Bytes of them: of two tiles, one after another. */
  private static final int EXCHANGE = 2 * SUMS * Float.BYTES;

  /**
   * Seconds of a tile on any GPU, however little memory it takes: the products' chains, a barrier,
   * a norm.
   */
  private static final double TILE = .5e-6;

  /** For vectors of length {@code rank}, or null if they, the rows or the GPU do not allow it. */
  static @Nullable FusedShape of(Shape shape, int rank, Card card) {
    if (card.tensorFlopsPerSecond() == 0 || rank > MOST_RANK || shape.cols() > MOST_COLS) {
      return null;
    }
    boolean wide = shape.cols() > NARROW;
    int resident = wide ? 1 : 2;
    int pitch = up(padded(shape) + SHIFT, LaunchGrid.LANES);
    int room = card.sharedBytes() / resident - EXCHANGE;
    int stages = Math.min(MOST_STAGES, room / tileBytes(pitch));
    return stages < 2
        ? null
        : new FusedShape(wide, resident * card.multiprocessors(), pitch, stages);
  }

  private static int up(int count, int unit) {
    return (count + unit - 1) / unit * unit;
  }

  private static int tileBytes(int pitch) {
    return ROWS * pitch * Float.BYTES;
  }

  /** Columns of a block's change of the sums, whole groups of them. */
  static int padded(Shape shape) {
    return up(shape.cols(), GROUP);
  }

  /** Shared memory of a block. */
  int sharedBytes() {
    return EXCHANGE + stages * tileBytes(pitch);
  }

  /** Blocks that share {@code rows} rows. */
  int blocks(int rows) {
    return Math.min(blocks, (rows + ROWS - 1) / ROWS);
  }

  /**
   * Operations of tensor cores over so many rows: two products, each of them three of TF32 numbers,
   * of whole tiles and groups, with as many entries of a vector as they can have.
   */
  static double flops(int rows, Shape shape) {
    int tiles = (rows + ROWS - 1) / ROWS;
    return 3 * 4.0 * tiles * ROWS * padded(shape) * MOST_RANK;
  }

  /** Seconds of a sweep in {@code phases}, over its gain, as {@link SweepBlocks#cost} has it. */
  double cost(SweepBlocks phases, Shape shape, int rank, Card card) {
    int rows = phases.most();
    int tiles = (rows + ROWS - 1) / ROWS;
    int rounds = (tiles + blocks(rows) - 1) / blocks(rows);
    double bytes = 4.0 * rows * (shape.cols() + 2 * rank);
    double changes = 8.0 * blocks(rows) * rank * padded(shape) / SweepBlocks.CACHE;
    double memory = (bytes + changes) / card.bytesPerSecond();
    double products = flops(rows, shape) / card.tensorFlopsPerSecond();
    double phase =
        Math.max(Math.max(2 * SweepBlocks.LAUNCH, rounds * TILE), Math.max(memory, products));
    return phases.count() * phase * (1 + (double) rows / shape.rows());
  }
}

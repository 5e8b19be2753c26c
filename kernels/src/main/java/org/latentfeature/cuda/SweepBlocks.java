package org.latentfeature.cuda;

/**
 * How the rows of the residual are taken during sweeps: in blocks of {@code size}, each block at
 * once or, if {@code sequential}, row after row through its Gram matrix.
 *
 * <p>A sweep in parallel blocks of R of N rows gains as much as 1/(1 + R/N) of a sequential one
 * (measured at 2000×500, rank 10: .967 against .990 and .993 of the optimum after four sweeps for R
 * = N, N/8 and in sequence). It costs two products and the step between them for each block: at
 * least three launches, and two more a sweep; the block's rows once from memory and once more, from
 * the cache if they fit half of it; and the products' own time, of which a short block leaves part
 * of the GPU idle. The cheapest size of all powers of two is taken.
 *
 * @param size rows of a block, a multiple of 64
 * @param sequential whether the rows of a block go one after another
 */
record SweepBlocks(int rows, int size, boolean sequential) {

  /** One word of a packed column, and as many rows as one block of threads steps through. */
  static final int SEQUENTIAL = 64;

  /** Seconds from one launch to the next on one stream, on any GPU and driver of late. */
  static final double LAUNCH = 4e-6;

  /**
   * Seconds of one row's step in sequence: two barriers of a block and a row of its Gram matrix.
   */
  private static final double STEP = 4e-7;

  /** Cache is this many times faster than memory. */
  static final double CACHE = 4;

  /** Rows of a product that keep one multiprocessor busy. */
  private static final int TILE = 64;

  /** The cheapest blocks for vectors of length {@code rank} over N = {@code rows}, D columns. */
  static SweepBlocks choose(Shape shape, int rank, Gpu gpu) {
    int rows = shape.rows();
    int cols = shape.cols();
    SweepBlocks best = new SweepBlocks(rows, SEQUENTIAL, true);
    double least =
        sequenceBytes(best.most(), rank) <= gpu.sharedBytes()
            ? best.cost(cols, rank, gpu)
            : Double.POSITIVE_INFINITY;
    for (long size = SEQUENTIAL; size < 2L * rows && size <= 1 << 24; size *= 2) {
      SweepBlocks blocks = new SweepBlocks(rows, (int) size, false);
      double cost = blocks.cost(cols, rank, gpu);
      if (cost < least) {
        least = cost;
        best = blocks;
      }
    }
    return best;
  }

  /** Number of blocks. */
  int count() {
    return (int) (((long) rows + size - 1) / size);
  }

  /** First row of block {@code b}. */
  int first(int b) {
    return b * size;
  }

  /** Rows in block {@code b}. */
  int rowsIn(int b) {
    return Math.min(size, rows - first(b));
  }

  /** Rows of the largest block. */
  int most() {
    return Math.min(size, rows);
  }

  /**
   * Shared memory of a step in sequence over {@code rows} rows: Gram matrix, gradient, vectors, the
   * present row's change.
   */
  static int sequenceBytes(int rows, int rank) {
    return (rows * rows + 2 * rows * rank + rank) * Float.BYTES;
  }

  /** Seconds of a sweep, over its gain. */
  double cost(int cols, int rank, Gpu gpu) {
    double block = Math.max(3 * LAUNCH, seconds(cols, rank, gpu));
    double gain = sequential ? 1 : 1 / (1 + (double) most() / rows);
    return (count() * (sequential ? block + most() * STEP : block) + 2 * LAUNCH) / gain;
  }

  /** Seconds that memory or arithmetic takes over one block. */
  private double seconds(int cols, int rank, Gpu gpu) {
    double bytes = 4.0 * most() * cols;
    double again = bytes <= gpu.cacheBytes() / 2.0 ? 1 / CACHE : 1;
    double busy = Math.min(1, (double) most() / TILE / gpu.multiprocessors());
    double flops = 4.0 * most() * cols * rank;
    return Math.max(
        bytes * (1 + again) / gpu.bytesPerSecond(), flops / (gpu.flopsPerSecond() * busy));
  }
}

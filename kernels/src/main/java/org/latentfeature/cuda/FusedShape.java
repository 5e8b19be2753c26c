package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.LaunchGrid;

/**
 * Launch configuration of a fused pass, whose blocks hold some tiles of rows in shared memory, work
 * on one and load the others.
 *
 * @param kind of its kernel
 * @param blocks most blocks of a launch, all of them resident
 * @param pitch floats from one row of a tile to the next
 * @param stages tiles that a block holds
 */
record FusedShape(Kind kind, int blocks, int pitch, int stages) {

  /** Kernels for some vectors and columns, which registers limit; the first that fits is best. */
  enum Kind {
    /** Of which a multiprocessor holds two blocks. */
    FEW(8, 512, 2),
    FEW_WIDE(8, 1920, 1),
    MANY(16, 1024, 1);

    /** Most entries of a unit vector, or candidates, as in the kernel. */
    final int vectors;

    private final int cols;
    private final int resident;

    Kind(int vectors, int cols, int resident) {
      this.vectors = vectors;
      this.cols = cols;
      this.resident = resident;
    }
  }

  /** Rows of a tile, as in the kernel. */
  static final int ROWS = 8;

  /** Columns that a product sums over, as in the kernel. */
  private static final int GROUP = 8;

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

  /** Bytes of shared memory that the system takes for each block after the first. */
  private static final int SYSTEM = 1 << 10;

  /**
   * Seconds of a tile on any GPU, however little memory it takes: a barrier, the sum of the warps'
   * products, a norm.
   */
  private static final double TILE = .3e-6;

  /** Seconds that a column adds: a warp's products follow one another. */
  private static final double COLUMN = .6e-9;

  /**
   * Seconds of a barrier of all blocks and of the first reads behind it, which the cache answers.
   */
  static final double BARRIER = 2e-6;

  /** For {@code count} vectors, or null if they, the columns or the GPU do not allow it. */
  static @Nullable FusedShape of(Shape shape, int count, Card card) {
    if (card.tensorFlopsPerSecond() == 0) {
      return null;
    }
    int pitch = pitch(shape);
    for (Kind kind : Kind.values()) {
      int stages = stages(pitch, sharedBytes(card, kind.resident) - EXCHANGE);
      if (count <= kind.vectors && shape.cols() <= kind.cols && stages >= 2) {
        return new FusedShape(kind, kind.resident * card.multiprocessors(), pitch, stages);
      }
    }
    return null;
  }

  private static int roundUp(int count, int unit) {
    return (count + unit - 1) / unit * unit;
  }

  /** Floats from one row of a tile to the next. */
  static int pitch(Shape shape) {
    return roundUp(padded(shape) + SHIFT, LaunchGrid.LANES);
  }

  /** Tiles that {@code bytes} of shared memory hold. */
  static int stages(int pitch, int bytes) {
    return Math.min(MOST_STAGES, bytes / tileBytes(pitch));
  }

  /** Shared memory of each of so many blocks of a multiprocessor. */
  static int sharedBytes(Card card, int resident) {
    return (card.sharedBytes() - (resident - 1) * SYSTEM) / resident;
  }

  static int tileBytes(int pitch) {
    return ROWS * pitch * Float.BYTES;
  }

  /** Columns of a block's change of the sums, whole groups of them. */
  static int padded(Shape shape) {
    return roundUp(shape.cols(), GROUP);
  }

  /** Shared memory of a block. */
  int sharedBytes() {
    return EXCHANGE + stages * tileBytes(pitch);
  }

  /** Blocks that share {@code rows} rows. */
  int blocks(int rows) {
    return Math.min(blocks, (rows + ROWS - 1) / ROWS);
  }

  /** Operations of tensor cores over so many rows. */
  double flops(int rows, Shape shape) {
    return gradientFlops(rows, shape) + changeFlops(rows, shape);
  }

  /** Those of S Aᵀ: a product for each group of columns of a tile. */
  private double gradientFlops(int rows, Shape shape) {
    return flops(rows, padded(shape) / GROUP);
  }

  /** Those of the change of S: a product for a group of columns, or for two of a warp's. */
  double changeFlops(int rows, Shape shape) {
    int groups = padded(shape) / GROUP;
    int warps = LaunchGrid.THREADS / LaunchGrid.LANES;
    int products = 0;
    for (int w = 0; w < warps; w++) {
      int own = groups * (w + 1) / warps - groups * w / warps;
      products += kind == Kind.MANY ? own : (own + 1) / 2;
    }
    return flops(rows, products);
  }

  /** Each product is three of 16 by 8 by 8 TF32 numbers. */
  private static double flops(int rows, int products) {
    int tiles = (rows + ROWS - 1) / ROWS;
    return 3.0 * tiles * products * 2 * 16 * 8 * 8;
  }

  /**
   * Seconds of a sweep in {@code phases}, over its gain, as {@link SweepBlocks#cost} has it. A
   * phase is two launches, which wait behind work that takes longer, and two more end the sweep;
   * or, of a persistent kernel, the work and two barriers.
   */
  double cost(SweepBlocks phases, boolean persistent, Shape shape, int rank, Card card) {
    double gain = 1 / (1 + (double) phases.most() / shape.rows());
    double work = work(phases.most(), shape, rank, card);
    double sweep =
        persistent
            ? phases.count() * (work + 2 * BARRIER)
            : phases.count() * Math.max(2 * SweepBlocks.LAUNCH, work) + 2 * SweepBlocks.LAUNCH;
    return sweep / gain;
  }

  /** Seconds of a phase of {@code rows} rows without them. */
  private double work(int rows, Shape shape, int rank, Card card) {
    double bytes = 4.0 * rows * (shape.cols() + 2 * rank);
    double changes = 8.0 * blocks(rows) * rank * padded(shape) / SweepBlocks.CACHE;
    double memory = (bytes + changes) / card.bytesPerSecond();
    double products = flops(rows, shape) / card.tensorFlopsPerSecond();
    return Math.max(chain(rows, shape), Math.max(memory, products));
  }

  /** Seconds of a block's tiles, one after another, if nothing else takes time. */
  double chain(int rows, Shape shape) {
    int tiles = (rows + ROWS - 1) / ROWS;
    int rounds = (tiles + blocks(rows) - 1) / blocks(rows);
    return rounds * (TILE + COLUMN * shape.cols());
  }
}

package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.LaunchGrid;

/**
 * Launch configuration of a fused pass, whose blocks hold some tiles of rows in shared memory, work
 * on those of one stage and load the others.
 *
 * @param layout of the tiles
 * @param kind of its kernel
 * @param blocks most blocks of a launch, all of them resident
 * @param pitch numbers from one row of a tile to the next
 * @param stages that a block holds
 */
record FusedShape(TileLayout layout, Kind kind, int blocks, int pitch, int stages) {

  /** Kernels for some vectors and columns, which registers limit; the first that fits is best. */
  enum Kind {
    /** Few vectors and columns, so that a multiprocessor holds two blocks. */
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

  /** Bytes of shared memory that the system takes for each block after the first. */
  private static final int SYSTEM = 1 << 10;

  /**
   * Seconds of a stage on any GPU, however little memory it takes: a barrier, the sum of the warps'
   * products, norms.
   */
  private static final double STAGE = .3e-6;

  /** Seconds that a column adds in single precision: a warp's products follow one another. */
  private static final double COLUMN = .6e-9;

  /**
   * Seconds that a column adds on two rounded tiles at once: fewer products, of more rows and
   * columns.
   */
  private static final double ROUNDED_COLUMN = .3e-9;

  /**
   * Seconds of a barrier of all blocks and of the first reads behind it, which the cache answers.
   */
  static final double BARRIER = 2e-6;

  /** For {@code count} vectors, or null if they, the columns or the GPU do not allow it. */
  static @Nullable FusedShape of(TileLayout layout, Shape shape, int count, Gpu gpu) {
    if (gpu.tensorFlopsPerSecond() == 0) {
      return null;
    }
    for (Kind kind : Kind.values()) {
      int room = sharedBytes(gpu, kind.resident) - exchange(layout, kind);
      int stages = layout.stagesIn(room, shape.cols());
      if (count <= kind.vectors && shape.cols() <= kind.cols && stages >= 2) {
        int blocks = kind.resident * gpu.multiprocessors();
        return new FusedShape(layout, kind, blocks, layout.pitch(shape.cols()), stages);
      }
    }
    return null;
  }

  /**
   * Bytes in which the warps of a block add up their products and squared norms, of one stage and
   * of the next.
   */
  private static int exchange(TileLayout layout, Kind kind) {
    int products = LaunchGrid.THREADS * kind.vectors / 4;
    int norms = LaunchGrid.THREADS / LaunchGrid.LANES * TileLayout.ROWS;
    return 2 * layout.tiles * (products + norms) * Float.BYTES;
  }

  /** Shared memory of each of so many blocks of a multiprocessor. */
  static int sharedBytes(Gpu gpu, int resident) {
    return (gpu.sharedBytes() - (resident - 1) * SYSTEM) / resident;
  }

  /** Columns of a block's change of the sums, whole groups of them. */
  static int padded(Shape shape) {
    return TileLayout.padded(shape.cols());
  }

  /**
   * Returns the ways of launching sweeps that are possible, false for one launch per phase and true
   * for one launch of many sweeps: both in single precision, only the first on rounded tiles.
   */
  boolean[] ways() {
    return layout == TileLayout.SINGLE ? new boolean[] {false, true} : new boolean[] {false};
  }

  /** Shared memory of a block. */
  int sharedBytes() {
    return exchange(layout, kind) + stages * layout.rows() * pitch * layout.bytes;
  }

  /** Blocks that share {@code rows} rows. */
  int blocks(int rows) {
    return Math.min(blocks, layout.stages(rows));
  }

  /** Operations of tensor cores over so many rows, as many as take the time of such on TF32. */
  double flops(int rows, Shape shape) {
    return flops(gradientProducts(rows, shape) + changeProducts(rows, shape));
  }

  /** Returns the operations of tensor cores for the change of S over so many rows. */
  double changeFlops(int rows, Shape shape) {
    return flops(changeProducts(rows, shape));
  }

  /**
   * Returns the operations of so many products of 16 by 8 by 8, counted half for bfloat16, which
   * takes half the time.
   */
  private double flops(double products) {
    return products * 2 * 16 * 8 * 8 / layout.rate;
  }

  /**
   * Returns the number of products for S Aᵀ: three for each group of columns of a tile, of the
   * upper bits of both and the remainder of either; on rounded tiles two, or one where the
   * remainder of S takes the lower half.
   */
  private double gradientProducts(int rows, Shape shape) {
    int own = layout == TileLayout.SINGLE ? 3 : kind == Kind.MANY ? 2 : 1;
    return own * tiles(rows) * groups(shape);
  }

  /**
   * Returns the number of products for the change of S: three for each group of columns of a tile,
   * two on rounded tiles, and half as many where one product takes two groups.
   */
  private double changeProducts(int rows, Shape shape) {
    int own = layout == TileLayout.SINGLE ? 3 : 2;
    return own * tiles(rows) * groups(shape) / (kind == Kind.MANY ? 1 : 2);
  }

  /** Groups of columns of all warps. */
  private static int groups(Shape shape) {
    return TileLayout.groupsOfUnits(shape.cols());
  }

  private double tiles(int rows) {
    return (double) layout.stages(rows) * layout.tiles;
  }

  /**
   * Seconds of a sweep in {@code phases}, over its gain, as {@link SweepBlocks#cost} has it. A
   * phase is two launches, which wait behind work that takes longer, and two more end the sweep;
   * or, of a persistent kernel, the work and two barriers. For what a phase takes besides, as until
   * its blocks have loaded their first tiles, there is no figure yet: {@code gpu-day} measures it.
   */
  double cost(SweepBlocks phases, boolean persistent, Shape shape, int rank, Gpu gpu) {
    double gain = 1 / (1 + (double) phases.most() / shape.rows());
    double work = work(phases.most(), shape, rank, gpu);
    double sweep =
        persistent
            ? phases.count() * (work + 2 * BARRIER)
            : phases.count() * Math.max(2 * SweepBlocks.LAUNCH, work) + 2 * SweepBlocks.LAUNCH;
    return sweep / gain;
  }

  /** Seconds of a phase of {@code rows} rows without them. */
  double work(int rows, Shape shape, int rank, Gpu gpu) {
    double bytes = (double) rows * (layout.bytes * layout.width(shape.cols()) + 8.0 * rank);
    double changes = 8.0 * blocks(rows) * rank * padded(shape) / SweepBlocks.CACHE;
    double memory = (bytes + changes) / gpu.bytesPerSecond();
    double products = flops(rows, shape) / gpu.tensorFlopsPerSecond();
    return Math.max(chain(rows, shape), Math.max(memory, products));
  }

  /** Seconds of a block's stages, one after another, if nothing else takes time. */
  double chain(int rows, Shape shape) {
    int rounds = (layout.stages(rows) + blocks(rows) - 1) / blocks(rows);
    double column = layout == TileLayout.SINGLE ? COLUMN : ROUNDED_COLUMN;
    return rounds * (STAGE + column * shape.cols());
  }
}

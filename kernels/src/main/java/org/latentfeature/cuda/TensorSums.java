package org.latentfeature.cuda;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/**
 * ZᵀM for many binary columns and a resident matrix M (N×D), on tensor cores: as {@link
 * ColumnSums}, whose sums of few columns take no longer than to read M. Runs of 512 rows are summed
 * in single precision, of which a product leaves out 2⁻²² of a number, or of a rounded copy
 * nothing; the runs in double precision.
 */
final class TensorSums {

  /** Binary columns from which on it pays. */
  static final int LEAST = ColumnSums.GROUP + 1;

  /** Binary columns that one block sums, as in the kernel. */
  private static final int GROUP = 32;

  /** Rows of a run, as in the kernel. */
  private static final int RUN = 512;

  /**
   * Most columns of M for the kernel of which a multiprocessor holds two blocks, and for the other.
   */
  private static final int NARROW = 320;

  private static final int WIDE = 1024;

  /** Bytes of shared memory that a block has for bits, as in the kernel. */
  private static final int BITS = GROUP * RUN / Byte.SIZE;

  /** Bytes of the runs of one launch: they stay in the cache. */
  static final int RUN_BYTES = 32 << 20;

  private final OpenDevice device;
  private final Shape shape;
  private final TileLayout layout;
  private final TensorKernels kernels;
  private final StopSignal stop;
  private final Memory memory;

  /** Creates sums of matrices in {@code layout}, which must fit this GPU. */
  TensorSums(OpenDevice device, Shape shape, TileLayout layout, Memory memory, StopSignal stop) {
    this.device = device;
    this.layout = layout;
    this.shape = shape;
    this.memory = memory;
    this.stop = stop;
    kernels = Objects.requireNonNull(device.kernels().tensor, "tensor cores");
  }

  /** Returns whether the GPU has tensor cores, and room for two stages of rows of this length. */
  static boolean fits(TileLayout layout, Shape shape, Gpu gpu) {
    return gpu.tensorFlopsPerSecond() > 0
        && shape.cols() <= WIDE
        && stages(layout, shape, gpu) >= 2;
  }

  private static int resident(Shape shape) {
    return shape.cols() <= NARROW ? 2 : 1;
  }

  private static int stages(TileLayout layout, Shape shape, Gpu gpu) {
    return layout.stagesIn(FusedShape.sharedBytes(gpu, resident(shape)) - BITS, shape.cols());
  }

  /**
   * The arrays that it works in.
   *
   * @param partial sums of runs
   * @param sums of the last call, count×D
   * @param runs of one launch
   */
  record Memory(DeviceBuffer partial, DeviceBuffer sums, int runs) {

    /**
     * Arrays for rows of this shape and layout, or null if it does not fit.
     *
     * @param bytes of the runs of one launch, about
     */
    static @Nullable Memory in(Room room, TileLayout layout, Shape shape, Gpu gpu, int bytes) {
      if (!fits(layout, shape, gpu)) {
        return null;
      }
      int all = (int) (((long) shape.rows() + RUN - 1) / RUN);
      int entries = Math.multiplyExact(ColumnSums.BATCH, FusedShape.padded(shape));
      int held = Math.max(1, bytes / Float.BYTES / entries);
      // Whole rounds of the GPU's blocks, if there is room for one.
      int round = gpu.multiprocessors() * resident(shape) * GROUP / ColumnSums.BATCH;
      int runs = Math.min(all, round < 1 || held < round ? held : held / round * round);
      return new Memory(
          room.floats("sums of runs", (long) entries * runs),
          room.doubles("sums of many columns", (long) ColumnSums.BATCH * shape.cols()),
          runs);
    }
  }

  /** As {@link ColumnSums#of}, for at most {@link ColumnSums#BATCH} columns. */
  DeviceBuffer of(DeviceBuffer matrix, DeviceBuffer columns, int count, DeviceBuffer single) {
    int stages = stages(layout, shape, device.gpu());
    TensorKernels.Sums sums = kernels.of(layout);
    int rows = memory.runs() * RUN;
    for (int first = 0; first < shape.rows(); first += rows) {
      stop.check();
      int some = Math.min(rows, shape.rows() - first);
      int runs = (some + RUN - 1) / RUN;
      device
          .launch()
          .pointer(matrix.from((long) first * layout.width(shape.cols())))
          .pointer(columns.from(first / LaunchGrid.LANES))
          .pointer(memory.partial())
          .integer(some)
          .integer(shape.cols())
          .integer(shape.stride())
          .integer(count)
          .integer(layout.pitch(shape.cols()))
          .integer(stages)
          .run(
              resident(shape) == 2 ? sums.narrow() : sums.wide(),
              LaunchGrid.blocks((count + GROUP - 1) / GROUP)
                  .by(runs)
                  .shared(BITS + stages * layout.stageBytes(shape.cols())));
      device
          .launch()
          .pointer(memory.partial())
          .integer(runs)
          .pointer(memory.sums())
          .pointer(single)
          .integer(shape.cols())
          .integer(count)
          .flag(first > 0)
          .run(kernels.addRuns(), LaunchGrid.threads((long) count * FusedShape.padded(shape)));
    }
    return memory.sums();
  }
}

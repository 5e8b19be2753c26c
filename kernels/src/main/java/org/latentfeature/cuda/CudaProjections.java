package org.latentfeature.cuda;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Projections;

/** Projections a tile of rows at a time: two products by cuBLAS and a kernel between them. */
final class CudaProjections implements Projections {

  /** Products of a tile at most, 128 MiB; a tile has 32 rows at least. */
  private static final long TILE = 1L << 25;

  private final CudaRows rows;
  private final StopSignal stop;
  private final int tile;
  private final DeviceArena arena;
  private final Memory memory;

  /**
   * Its arrays.
   *
   * @param directions A
   * @param products of a tile of rows with them, and what these weigh
   * @param sums of weighed rows
   */
  private record Memory(DeviceBuffer directions, DeviceBuffer products, DeviceBuffer sums) {

    static Memory in(Room room, Shape shape, Limits limits) {
      long most = limits.weights();
      return new Memory(
          room.floats("directions", (long) limits.directions() * shape.cols()),
          room.floats("products with directions", most * tile(shape, limits)),
          room.floats("weighed rows", most * shape.cols()));
    }
  }

  CudaProjections(CudaRows rows, Limits limits, StopSignal stop) {
    this.rows = rows;
    this.stop = stop;
    tile = tile(rows.shape, limits);
    arena = new DeviceArena(rows.device.context());
    try {
      memory = Memory.in(arena, rows.shape, limits);
    } catch (RuntimeException | Error e) {
      arena.closeAfter(e);
      throw e;
    }
  }

  private static int tile(Shape shape, Limits limits) {
    return (int) Math.min(shape.rows(), Math.max(LaunchGrid.LANES, TILE / limits.weights()));
  }

  static long bytesNeeded(Shape shape, Limits limits) {
    Measure measure = new Measure();
    Memory.in(measure, shape, limits);
    return measure.bytes();
  }

  @Override
  public Matrix project(Dense directions) {
    long start = System.nanoTime();
    rows.device.context().enter();
    rows.device.transfers().sendFloats(directions, memory.directions());
    int m = directions.rows();
    Matrix projected = Matrix.allocate(rows.shape.rows(), m);
    float[] row = new float[m];
    for (int from = 0; from < rows.shape.rows(); from += tile) {
      stop.check();
      int count = Math.min(tile, rows.shape.rows() - from);
      rows.device
          .products()
          .rowsByRows(
              count, m, rows.shape.cols(), from(from), memory.directions(), memory.products());
      double[] products = rows.device.transfers().floats(memory.products(), count * m);
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < m; j++) {
          row[j] = (float) products[i * m + j];
        }
        projected.setRow(from + i, row);
      }
    }
    rows.tally.add("project", 1, 2.0 * rows.shape.size() * m, start);
    return projected;
  }

  @Override
  public Dense weigh(Dense directions, Contrast contrast) {
    long start = System.nanoTime();
    rows.device.context().enter();
    rows.device.transfers().sendFloats(directions, memory.directions());
    int m = directions.rows();
    int most = contrast.weights(m);
    int d = rows.shape.cols();
    for (int from = 0; from < rows.shape.rows(); from += tile) {
      stop.check();
      int count = Math.min(tile, rows.shape.rows() - from);
      DeviceBuffer x = from(from);
      rows.device.products().rowsByRows(m, count, d, memory.directions(), x, memory.products());
      apply(contrast, m, count);
      if (from == 0) {
        rows.device.products().times(most, d, count, memory.products(), x, memory.sums());
      } else {
        rows.device.products().addTimes(most, d, count, memory.products(), count, x, memory.sums());
      }
    }
    double[] sums = rows.device.transfers().floats(memory.sums(), most * d);
    rows.tally.add("weigh", 2, 2.0 * rows.shape.size() * (m + most), start);
    return Dense.wrap(most, d, sums);
  }

  private void apply(Contrast contrast, int m, int count) {
    int blocks = m / contrast.rank();
    rows.device
        .launch()
        .pointer(memory.products())
        .integer(count)
        .integer(blocks)
        .integer(contrast.rank())
        .flag(squares(contrast))
        .flag(cubes(contrast))
        .run(rows.device.kernels().applyContrast, LaunchGrid.threads((long) count * blocks));
  }

  private static boolean squares(Contrast contrast) {
    return contrast.kind() == Contrast.Kind.SQUARE
        || contrast.kind() == Contrast.Kind.SQUARE_AND_CUBE;
  }

  private static boolean cubes(Contrast contrast) {
    return contrast.kind() == Contrast.Kind.CUBE
        || contrast.kind() == Contrast.Kind.SQUARE_AND_CUBE;
  }

  private DeviceBuffer from(int row) {
    return rows.x.from((long) row * rows.shape.cols());
  }

  @Override
  public void close() {
    rows.device.context().enter();
    arena.close();
  }
}

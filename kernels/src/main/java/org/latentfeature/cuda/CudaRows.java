package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.Capabilities;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.StepTally;

/**
 * Rows on a device. X is copied once, when they are loaded; later only binary columns, K×K and K×D
 * blocks and numbers are.
 */
final class CudaRows implements ResidentRows {

  final OpenDevice device;
  final Shape shape;

  /** X, with 0 for what is missing. */
  final DeviceBuffer x;

  /** A bit for each missing entry, in whole words a row; null if no entry is missing. */
  final @Nullable DeviceBuffer missing;

  final ColumnSums columnSums;
  final SquaredNorms squaredNorms;
  final Residual residual;
  final StepTally tally = new StepTally();

  private final Matrix data;
  private final long first;
  private final Capabilities<CudaRows> capabilities;
  private final DeviceArena arena;
  private final long bytesInBefore;
  private final long bytesOutBefore;

  /** The rows, and what steps on them work in by turns. */
  private record Memory(
      DeviceBuffer x,
      DeviceBuffer missing,
      DeviceBuffer squaredNorms,
      ColumnSums.Memory columnSums,
      Residual.Memory residual) {

    static Memory in(Room room, Shape shape, Gpu gpu) {
      return new Memory(
          room.floats("X", shape.size()),
          room.ints("missing entries", (long) shape.rows() * shape.missingWords()),
          SquaredNorms.memory(room),
          ColumnSums.Memory.in(room, shape, gpu),
          Residual.Memory.in(room, shape));
    }
  }

  CudaRows(
      OpenDevice device,
      Matrix data,
      long first,
      Capabilities<CudaRows> capabilities,
      StopSignal stop) {
    this.device = device;
    this.data = data;
    this.first = first;
    this.capabilities = capabilities;
    shape = new Shape(data.rows(), data.cols());
    bytesInBefore = device.transfers().bytesIn();
    bytesOutBefore = device.transfers().bytesOut();
    boolean complete = MissingEntries.of(data).isNone();
    arena = new DeviceArena(device.context());
    try {
      Memory memory = Memory.in(arena, shape, device.gpu());
      x = memory.x();
      missing = complete ? null : memory.missing();
      squaredNorms = new SquaredNorms(device, memory.squaredNorms());
      columnSums = new ColumnSums(device, shape, memory.columnSums());
      residual = new Residual(device, shape, missing, memory.residual());
      device.transfers().send(data, x);
      if (missing != null) {
        markMissing(missing);
      }
      stop.check();
    } catch (RuntimeException | Error e) {
      arena.closeAfter(e);
      throw e;
    }
  }

  /** Bytes that N×D rows take on the device. */
  static long bytesNeeded(Shape shape, Gpu gpu) {
    Measure measure = new Measure();
    Memory.in(measure, shape, gpu);
    return measure.bytes();
  }

  private void markMissing(DeviceBuffer missing) {
    device
        .launch()
        .pointer(x)
        .pointer(missing)
        .integer(shape.rows())
        .integer(shape.cols())
        .run(device.kernels().markMissing, LaunchGrid.warps(missing.count()));
  }

  /** Which entries of which rows are missing. */
  MissingEntries missingEntries() {
    return MissingEntries.of(data);
  }

  @Override
  public long first() {
    return first;
  }

  @Override
  public int rows() {
    return shape.rows();
  }

  @Override
  public int cols() {
    return shape.cols();
  }

  @Override
  public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
    device.context().enter();
    return capabilities.open(this, limits, stop);
  }

  @Override
  public Matrix copy(int[] rows) {
    return data.selectRows(rows);
  }

  @Override
  public Counters counters() {
    return new Counters(
        device.transfers().bytesIn() - bytesInBefore,
        device.transfers().bytesOut() - bytesOutBefore,
        tally.counters().steps());
  }

  @Override
  public void close() {
    device.context().enter();
    arena.close();
  }
}

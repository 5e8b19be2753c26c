package org.latentfeature.cuda;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.progress.StopSignal;

/**
 * Rows of the residual that are read once: each tile of them is multiplied with S, and its rows'
 * changes with the tile, while it lies in shared memory; on tensor cores. The blocks' changes of S
 * are added afterwards, in their order.
 */
final class FusedSweeps {

  private final OpenDevice device;
  private final FusedKernels kernels;
  private final Shape shape;
  private final FusedShape fused;
  private final DeviceBuffer residual;
  private final DeviceBuffer partial;
  private final StopSignal stop;

  FusedSweeps(
      OpenDevice device,
      Shape shape,
      FusedShape fused,
      DeviceBuffer residual,
      DeviceBuffer partial,
      StopSignal stop) {
    this.device = device;
    kernels = Objects.requireNonNull(device.kernels().fused, "a GPU without tensor cores");
    this.shape = shape;
    this.fused = fused;
    this.residual = residual;
    this.partial = partial;
    this.stop = stop;
  }

  /** What the blocks change, blocks×r×D. */
  static DeviceBuffer partial(Room room, Shape shape, @Nullable FusedShape fused, int rank) {
    int blocks = fused == null ? 0 : fused.blocks(shape.rows());
    return room.floats("changes of sums", (long) blocks * rank * FusedShape.padded(shape));
  }

  /** Moves the vectors of rows from {@code first} on, all at once. */
  void step(int first, int rows, int rank, DeviceVectors vectors, DeviceBuffer sums) {
    run(first, rows, rank, vectors, sums, false);
  }

  /** Adds v_i a_iᵀ of all rows to the sums. */
  void addAll(int rank, DeviceVectors vectors, DeviceBuffer sums) {
    run(0, shape.rows(), rank, vectors, sums, true);
  }

  private void run(
      int first, int rows, int rank, DeviceVectors vectors, DeviceBuffer sums, boolean start) {
    stop.check();
    int blocks = fused.blocks(rows);
    device
        .launch()
        .pointer(residual.from((long) first * shape.cols()))
        .pointer(sums)
        .pointer(vectors.from(first))
        .pointer(partial)
        .integer(rows)
        .integer(shape.cols())
        .integer(rank)
        .integer(vectors.stride())
        .integer(fused.pitch())
        .integer(fused.stages())
        .flag(start)
        .run(
            fused.wide() ? kernels.wide() : kernels.narrow(),
            LaunchGrid.blocks(blocks).shared(fused.sharedBytes()));
    device
        .launch()
        .pointer(partial)
        .integer(blocks)
        .pointer(sums)
        .integer(shape.cols())
        .integer(rank)
        .run(
            kernels.addChanges(),
            LaunchGrid.blocks(
                (rank * FusedShape.padded(shape) + LaunchGrid.LANES - 1) / LaunchGrid.LANES));
  }
}

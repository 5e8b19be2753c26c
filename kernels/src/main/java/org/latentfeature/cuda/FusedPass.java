package org.latentfeature.cuda;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Launch;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/**
 * Passes over rows of the residual that read them once: each tile of rows is multiplied with S on
 * tensor cores, and the rows' changes with the tile, while it lies in shared memory. What the
 * blocks change of S is added afterwards, in their order.
 */
final class FusedPass {

  final OpenDevice device;
  final FusedKernels kernels;
  final Shape shape;
  final FusedShape fused;

  private final DeviceBuffer residual;
  private final DeviceBuffer changes;
  private final StopSignal stop;

  /** Over a residual in the layout of {@code fused}. */
  FusedPass(
      OpenDevice device,
      Shape shape,
      FusedShape fused,
      DeviceBuffer residual,
      DeviceBuffer changes,
      StopSignal stop) {
    this.device = device;
    kernels = Objects.requireNonNull(device.kernels().fused, "tensor cores");
    this.shape = shape;
    this.fused = fused;
    this.residual = residual;
    this.changes = changes;
    this.stop = stop;
  }

  /**
   * Allocates the changes that the blocks make to {@code count} sums, blocks×count×D; an empty
   * buffer without a shape.
   */
  static DeviceBuffer changes(Room room, Shape shape, @Nullable FusedShape fused, int count) {
    int blocks = fused == null ? 0 : fused.blocks(shape.rows());
    return room.floats("changes of sums", (long) blocks * count * FusedShape.padded(shape));
  }

  /** A launch, before which the stop signal is asked. */
  Launch launch() {
    stop.check();
    return device.launch();
  }

  /** The residual from row {@code first} on. */
  DeviceBuffer residual(int first) {
    return residual.from((long) first * fused.layout().width(shape.cols()));
  }

  /** Where the blocks leave their changes. */
  DeviceBuffer changes() {
    return changes;
  }

  /** The grid for {@code rows} rows. */
  LaunchGrid grid(int rows) {
    return LaunchGrid.blocks(fused.blocks(rows)).shared(fused.sharedBytes());
  }

  /**
   * Adds what the blocks of {@code rows} rows have changed.
   *
   * @param convergence of the sweeps that it is part of, if it is
   */
  void addChanges(@Nullable SweepConvergence convergence, int rows, int count, DeviceBuffer sums) {
    int entries = count * FusedShape.padded(shape);
    device
        .launch()
        .optional(convergence == null ? null : convergence.buffer())
        .pointer(changes)
        .integer(fused.blocks(rows))
        .pointer(sums)
        .integer(shape.cols())
        .integer(count)
        .run(
            kernels.addChanges(),
            LaunchGrid.blocks((entries + LaunchGrid.LANES - 1) / LaunchGrid.LANES));
  }
}

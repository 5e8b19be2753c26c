package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/** X − Z V from the bits of Z, and its squared norm. */
final class Residual {

  private final OpenDevice device;
  private final Shape shape;
  private final DeviceBuffer partial;
  private final DeviceBuffer sum;

  Residual(OpenDevice device, Shape shape, Memory memory) {
    this.device = device;
    this.shape = shape;
    partial = memory.partial();
    sum = memory.sum();
  }

  /** The arrays that it works in. */
  record Memory(DeviceBuffer partial, DeviceBuffer sum) {
    static Memory in(Room room, Shape shape) {
      return new Memory(
          room.doubles("partial errors", (long) shape.words() * shape.colBlocks()),
          room.doubles("error", 1));
    }
  }

  /**
   * ‖X − Z V‖² for V (K×D) in {@code features}.
   *
   * @param into where X − Z V goes, or null if only its norm is wanted
   */
  double subtract(
      DeviceBuffer x, CudaIncidence z, DeviceBuffer features, @Nullable DeviceBuffer into) {
    device
        .launch()
        .pointer(x)
        .pointer(z.bits())
        .pointer(features)
        .optional(into)
        .pointer(partial)
        .integer(shape.rows())
        .integer(shape.cols())
        .integer(z.columns())
        .integer(shape.stride())
        .run(
            device.kernels().subtractFeatures,
            LaunchGrid.blocks(shape.words()).by(shape.colBlocks()).over(shape.cols()));
    device
        .launch()
        .pointer(partial)
        .size((long) shape.words() * shape.colBlocks())
        .pointer(sum)
        .run(
            device.kernels().sumPartials,
            LaunchGrid.blocks(1).over((long) shape.words() * shape.colBlocks()));
    return device.transfers().doubles(sum, 1)[0];
  }
}

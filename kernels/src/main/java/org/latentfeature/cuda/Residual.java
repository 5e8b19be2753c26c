package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Grid;
import org.latentfeature.cuda.driver.Room;

/** X − Z V from the bits of Z, and its squared norm. */
final class Residual {

  private final Context context;
  private final Kernels kernels;
  private final Shape shape;
  private final DeviceBuffer partial;
  private final DeviceBuffer sum;

  Residual(Context context, Kernels kernels, Shape shape, Memory memory) {
    this.context = context;
    this.kernels = kernels;
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
      DeviceBuffer x, ResidentColumns z, DeviceBuffer features, @Nullable DeviceBuffer into) {
    context
        .launch()
        .pointer(x)
        .pointer(z.bits())
        .pointer(features)
        .optional(into)
        .pointer(partial)
        .integer(shape.rows())
        .integer(shape.cols())
        .integer(z.count())
        .integer(shape.stride())
        .run(
            kernels.subtractFeatures,
            Grid.blocks(shape.words()).by(shape.colBlocks()).over(shape.cols()));
    context
        .launch()
        .pointer(partial)
        .size((long) shape.words() * shape.colBlocks())
        .pointer(sum)
        .run(kernels.sumPartials, Grid.blocks(1).over((long) shape.words() * shape.colBlocks()));
    return context.transfers().doubles(sum, 1)[0];
  }
}

package org.latentfeature.cuda;

import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/** X − Z V from the bits of Z, 0 where X is missing, and its squared norm. */
final class Residual {

  private final OpenDevice device;
  private final Shape shape;
  private final @Nullable DeviceBuffer missing;
  private final DeviceBuffer partial;
  private final DeviceBuffer sums;

  /**
   * Creates the residual for data whose missing entries are marked by the bits of {@code missing},
   * or that have none if it is null.
   */
  Residual(OpenDevice device, Shape shape, @Nullable DeviceBuffer missing, Memory memory) {
    this.device = device;
    this.shape = shape;
    this.missing = missing;
    partial = memory.partial();
    sums = memory.sums();
  }

  /** The arrays that it works in. */
  record Memory(DeviceBuffer partial, DeviceBuffer sums) {
    static Memory in(Room room, Shape shape) {
      return new Memory(
          room.doubles("partial errors", partials(shape)),
          room.doubles("sums of errors", PartialSums.MOST));
    }
  }

  /** Blocks of threads, each of which leaves a sum of squares. */
  static long partials(Shape shape) {
    return (long) shape.words() * shape.colBlocks();
  }

  /**
   * ‖X − Z V‖² for V (K×D) in {@code features}.
   *
   * @param into where X − Z V goes, or null if only its norm is wanted
   * @param rounded where it goes in bfloat16, or null
   */
  double subtract(
      DeviceBuffer x,
      CudaIncidence z,
      DeviceBuffer features,
      @Nullable DeviceBuffer into,
      @Nullable DeviceBuffer rounded) {
    subtract(x, z.bits(), z.columns(), features, missing, shape, into, rounded);
    long count = partials(shape);
    PartialSums.launch(device, partial, count, sums);
    return DoubleStream.of(device.transfers().doubles(sums, PartialSums.runs(count))).sum();
  }

  /**
   * {@code count} rows of X − Z V.
   *
   * @param first of them, a multiple of the rows of a word
   * @param into where they go
   */
  void subtractRows(
      DeviceBuffer x,
      CudaIncidence z,
      DeviceBuffer features,
      int first,
      int count,
      DeviceBuffer into) {
    subtract(
        x.from((long) first * shape.cols()),
        z.bits().from(first / LaunchGrid.LANES),
        z.columns(),
        features,
        missing == null ? null : missing.from((long) first * shape.missingWords()),
        new Shape(count, shape.cols()),
        into,
        null);
  }

  private void subtract(
      DeviceBuffer x,
      DeviceBuffer bits,
      int columns,
      DeviceBuffer features,
      @Nullable DeviceBuffer absent,
      Shape some,
      @Nullable DeviceBuffer into,
      @Nullable DeviceBuffer rounded) {
    device
        .launch()
        .pointer(x)
        .pointer(bits)
        .pointer(features)
        .optional(absent)
        .optional(into)
        .optional(rounded)
        .pointer(partial)
        .integer(some.rows())
        .integer(some.cols())
        .integer(columns)
        .integer(shape.stride())
        .integer(TileLayout.BFLOAT16.width(some.cols()))
        .run(
            device.kernels().subtractFeatures, LaunchGrid.blocks(some.words()).across(some.cols()));
  }
}

package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/** Sums of squares, in double precision. */
final class SquaredNorms {

  /** Runs that one sum over many entries is cut into. */
  private static final int RUNS = 256;

  private final OpenDevice device;
  private final DeviceBuffer runs;

  SquaredNorms(OpenDevice device, DeviceBuffer runs) {
    this.device = device;
    this.runs = runs;
  }

  /** The array that it works in. */
  static DeviceBuffer memory(Room room) {
    return room.doubles("squared norms", RUNS);
  }

  /** The squared norm of the first {@code count} entries of {@code values}. */
  double of(DeviceBuffer values, long count) {
    long length = Math.max(LaunchGrid.THREADS, (count + RUNS - 1) / RUNS);
    int used = (int) ((count + length - 1) / length);
    ofRuns(values, count, length, runs);
    double sum = 0;
    for (double run : device.transfers().doubles(runs, used)) {
      sum += run;
    }
    return sum;
  }

  /** The squared norms of {@code rows} rows of {@code cols} entries, into {@code norms}. */
  void ofRows(DeviceBuffer values, int rows, int cols, DeviceBuffer norms) {
    ofRuns(values, (long) rows * cols, cols, norms);
  }

  /** The squared norms of {@code rows} rows of {@code cols} double-precision entries. */
  void ofDoubleRows(DeviceBuffer values, int rows, int cols, DeviceBuffer norms) {
    device
        .launch()
        .pointer(values)
        .integer(cols)
        .pointer(norms)
        .run(device.kernels().squaredDoubleNorms, LaunchGrid.blocks(rows).over(cols));
  }

  private void ofRuns(DeviceBuffer values, long count, long length, DeviceBuffer norms) {
    device
        .launch()
        .pointer(values)
        .size(count)
        .size(length)
        .pointer(norms)
        .run(
            device.kernels().squaredNorms,
            LaunchGrid.blocks((int) ((count + length - 1) / length)).over(length));
  }
}

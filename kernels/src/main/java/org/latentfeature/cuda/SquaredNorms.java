package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/** Sums of squares, in double precision. */
final class SquaredNorms {

  /** Runs that one sum over many entries is cut into. */
  private static final int RUNS = 256;

  /** Norms that can be left on the device. */
  static final int PLACES = 4;

  private final OpenDevice device;
  private final DeviceBuffer runs;

  SquaredNorms(OpenDevice device, DeviceBuffer runs) {
    this.device = device;
    this.runs = runs;
  }

  /** The array that it works in. */
  static DeviceBuffer memory(Room room) {
    return room.doubles("squared norms", PLACES * RUNS);
  }

  private static long length(long count) {
    return Math.max(LaunchGrid.THREADS, (count + RUNS - 1) / RUNS);
  }

  private static int used(long count) {
    return (int) ((count + length(count) - 1) / length(count));
  }

  /**
   * Leaves the squared norm of the first {@code count} entries of {@code values} on the device.
   *
   * @param place 0 to {@link #PLACES} − 1
   */
  void leave(DeviceBuffer values, long count, int place) {
    ofRuns(values, count, length(count), runs.from((long) place * used(count)));
  }

  /** The norms that were left at the first {@code places} places, each of {@code count} entries. */
  double[] left(int places, long count) {
    int used = used(count);
    double[] all = device.transfers().doubles(runs, places * used);
    double[] norms = new double[places];
    for (int i = 0; i < all.length; i++) {
      norms[i / used] += all[i];
    }
    return norms;
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

package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;

/**
 * The sum of many numbers in double precision, in a fixed order: of runs of them on the device, and
 * of these few sums on the host.
 */
final class PartialSums {

  /** Most runs. */
  static final int MOST = 64;

  /** Numbers of a run at least: as many as a block's threads read at once, eight each. */
  static final int AT_ONCE = 8 * LaunchGrid.THREADS;

  private PartialSums() {}

  /** Runs that {@code count} numbers are summed in. */
  static int runs(long count) {
    return (int) Math.min(MOST, (count + AT_ONCE - 1) / AT_ONCE);
  }

  /** Writes the sums of the runs of the first {@code count} numbers. */
  static void launch(OpenDevice device, DeviceBuffer numbers, long count, DeviceBuffer sums) {
    int runs = runs(count);
    long length = (count + runs - 1) / runs;
    device
        .launch()
        .pointer(numbers)
        .size(count)
        .size(length)
        .pointer(sums)
        .run(device.kernels().sumPartials, LaunchGrid.blocks(runs).over(length));
  }
}

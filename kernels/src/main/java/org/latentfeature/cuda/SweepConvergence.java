package org.latentfeature.cuda;

import java.util.Arrays;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/**
 * Decides on the device whether sweeps have converged: after the first sweep that gains no more
 * than the tolerance, kernels of later ones return at once. So sweeps can be queued before it is
 * known whether they are due.
 */
final class SweepConvergence {

  /**
   * Entries before the objectives of the sweeps: whether they have converged, and the last
   * objective.
   */
  private static final int HEAD = 2;

  /** Value in the places of sweeps that were not done. */
  private static final int NONE = -1;

  private final OpenDevice device;
  private final DeviceBuffer convergence;

  SweepConvergence(OpenDevice device, DeviceBuffer convergence) {
    this.device = device;
    this.convergence = convergence;
  }

  /** The array that it is kept in. */
  static DeviceBuffer memory(Room room) {
    return room.doubles("convergence of sweeps", HEAD + SweepGroups.PERSISTENT);
  }

  /** Returns the array that kernels of sweeps read to learn whether sweeps have converged. */
  DeviceBuffer buffer() {
    return convergence;
  }

  /** Forgets what was before. */
  void begin() {
    device.transfers().clear(convergence, HEAD);
  }

  /**
   * Ends a sweep.
   *
   * @param count of entries of S
   * @param tolerance smallest gain of a sweep after which another follows, as a share of the
   *     objective
   * @param place of its objective
   */
  void end(DeviceBuffer sums, long count, double tolerance, int place) {
    device
        .launch()
        .pointer(sums)
        .size(count)
        .number(tolerance)
        .pointer(convergence)
        .integer(place)
        .run(device.kernels().endSweep, LaunchGrid.blocks(1).over(count));
  }

  /** The objectives of up to {@code number} sweeps: of those that were done. */
  double[] objectives(int number) {
    double[] all = device.transfers().doubles(convergence, HEAD + number);
    return Arrays.stream(all, HEAD, all.length).filter(objective -> objective != NONE).toArray();
  }
}

package org.latentfeature.cuda;

import java.util.Arrays;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/**
 * The course of sweeps on the device, which ends it itself: after the first sweep that gains no
 * more than the tolerance, kernels of later ones return at once. So sweeps can be queued before it
 * is known whether they are due.
 */
final class SweepCourse {

  /** Whether it has ended, and the last objective; those of some sweeps follow. */
  private static final int HEAD = 2;

  private final OpenDevice device;
  private final DeviceBuffer course;

  SweepCourse(OpenDevice device, DeviceBuffer course) {
    this.device = device;
    this.course = course;
  }

  /** The array that it is kept in. */
  static DeviceBuffer memory(Room room) {
    return room.doubles("course of sweeps", HEAD + SweepGroups.MOST);
  }

  /** What kernels of sweeps ask. */
  DeviceBuffer buffer() {
    return course;
  }

  /** Forgets what was before. */
  void begin() {
    device.transfers().clear(course, HEAD + SweepGroups.MOST);
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
        .pointer(course)
        .integer(place)
        .run(device.kernels().endSweep, LaunchGrid.blocks(1).over(count));
  }

  /** The objectives of up to {@code number} sweeps: of those that were done. */
  double[] objectives(int number) {
    double[] all = device.transfers().doubles(course, HEAD + number);
    return Arrays.stream(all, HEAD, all.length).filter(objective -> objective >= 0).toArray();
  }
}

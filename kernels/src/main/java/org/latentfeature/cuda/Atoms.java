package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Room;

/**
 * Some atoms.
 *
 * @param bits Z
 * @param sums S = ZᵀA
 * @param scores squared norms of the rows of S
 */
record Atoms(DeviceBuffer bits, DeviceBuffer sums, DeviceBuffer scores) {
  static Atoms in(Room room, Shape shape, String what, int most) {
    return new Atoms(
        room.ints(what + " atoms", (long) most * shape.stride()),
        room.floats("sums of " + what + " atoms", (long) most * shape.cols()),
        room.doubles("scores of " + what + " atoms", most));
  }
}

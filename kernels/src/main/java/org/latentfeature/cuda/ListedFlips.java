package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/**
 * Flips in exact sequence, along a list of rows for each atom: through the Gram matrix of a piece
 * of it.
 */
final class ListedFlips {

  /** Rows of a list whose products are computed side by side, as in the kernels. */
  static final int PIECE = 64;

  private final OpenDevice device;
  private final Shape shape;
  private final DeviceBuffer residual;
  private final int listed;
  private final Memory memory;

  /** For lists of {@code listed} entries. */
  ListedFlips(OpenDevice device, Shape shape, DeviceBuffer residual, int listed, Memory memory) {
    this.device = device;
    this.shape = shape;
    this.residual = residual;
    this.listed = listed;
    this.memory = memory;
  }

  /**
   * The arrays that it works in.
   *
   * @param list rows to flip, by candidate
   * @param gram products of the rows of a piece of the lists
   * @param gradient their products with s
   */
  record Memory(DeviceBuffer list, DeviceBuffer gram, DeviceBuffer gradient) {
    static Memory in(Room room, int listed, int most) {
      return new Memory(
          room.ints("rows to flip", (long) most * listed),
          room.floats("Gram matrices of rows to flip", (long) most * PIECE * PIECE),
          room.floats("gradient of rows to flip", (long) most * PIECE));
    }
  }

  /** The lists, count×listed. */
  DeviceBuffer list() {
    return memory.list();
  }

  /** Flips each listed row that still gains more than {@code gain} of its atom's score. */
  void run(Atoms atoms, int count, double gain, DeviceBuffer flips) {
    for (int from = 0; from < listed; from += PIECE) {
      run(atoms, count, gain, flips, from, Math.min(PIECE, listed - from));
    }
  }

  /** {@code n} entries of each list. */
  private void run(Atoms atoms, int count, double gain, DeviceBuffer flips, int from, int n) {
    device
        .launch()
        .pointer(residual)
        .pointer(memory.list())
        .pointer(atoms.bits())
        .pointer(atoms.sums())
        .pointer(memory.gram())
        .pointer(memory.gradient())
        .integer(shape.cols())
        .integer(shape.stride())
        .integer(listed)
        .integer(from)
        .integer(n)
        .run(device.kernels().multiplyListed, LaunchGrid.blocks(n).by(count));
    device
        .launch()
        .pointer(residual)
        .pointer(atoms.scores())
        .number(gain)
        .pointer(memory.list())
        .pointer(memory.gram())
        .pointer(memory.gradient())
        .pointer(atoms.sums())
        .pointer(atoms.bits())
        .pointer(flips)
        .integer(shape.cols())
        .integer(shape.stride())
        .integer(listed)
        .integer(from)
        .integer(n)
        .run(device.kernels().flipListed, LaunchGrid.blocks(count));
  }
}

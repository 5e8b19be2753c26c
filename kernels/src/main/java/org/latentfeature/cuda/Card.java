package org.latentfeature.cuda;

import org.latentfeature.cuda.probe.CudaDevice;

/**
 * The figures of a GPU for the choice of block sizes.
 *
 * @param multiprocessors number of multiprocessors
 * @param cacheBytes size of the cache that they share
 * @param bytesPerSecond peak rate of its memory
 * @param flopsPerSecond peak rate of single-precision arithmetic
 * @param sharedBytes most shared memory a block may ask for
 */
record Card(
    int multiprocessors,
    long cacheBytes,
    double bytesPerSecond,
    double flopsPerSecond,
    int sharedBytes) {

  /**
   * Single-precision multiplications and additions that a multiprocessor does in one cycle: 64
   * lanes on compute capability 7.5 and 8.0, 128 later.
   */
  private static int flopsPerCycle(CudaDevice device) {
    boolean narrow = device.major() < 8 || (device.major() == 8 && device.minor() == 0);
    return narrow ? 128 : 256;
  }

  /** Memory moves data on both edges of its clock. */
  private static final int EDGES = 2;

  /** What stands for the rates of memory and clock where a driver does not tell them. */
  private static final double MODEST_BYTES = 2e11;

  private static final double MODEST_HERTZ = 1e9;

  /** From what the driver says of a GPU. */
  static Card of(CudaDevice device) {
    double bytes = EDGES * 1e3 * device.memoryClockKilohertz() * device.memoryBusBits() / Byte.SIZE;
    double hertz = 1e3 * device.clockKilohertz();
    return new Card(
        device.multiprocessors(),
        device.l2Bytes(),
        bytes > 0 ? bytes : MODEST_BYTES,
        (hertz > 0 ? hertz : MODEST_HERTZ) * device.multiprocessors() * flopsPerCycle(device),
        device.sharedPerBlock());
  }
}

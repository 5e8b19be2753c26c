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
 * @param tensorFlopsPerSecond peak rate of its tensor cores on TF32 numbers, 0 if they cannot
 *     multiply them
 */
record Gpu(
    int multiprocessors,
    long cacheBytes,
    double bytesPerSecond,
    double flopsPerSecond,
    int sharedBytes,
    double tensorFlopsPerSecond) {

  /**
   * Single-precision multiplications and additions that a multiprocessor does in one cycle: 64
   * lanes on compute capability 7.5 and 8.0, 128 later.
   */
  private static int flopsPerCycle(CudaDevice device) {
    boolean narrow = device.major() < 8 || (device.major() == 8 && device.minor() == 0);
    return narrow ? 128 : 256;
  }

  /**
   * Single-precision multiplications and additions that a multiprocessor's tensor cores do in one
   * cycle on TF32 numbers, in products of a warp: 1024 on compute capability 8.0, 9.0 (half of what
   * products of four warps reach there) and 10.0, 256 on the others from 8.0 on.
   */
  private static int tensorFlopsPerCycle(CudaDevice device) {
    boolean large =
        device.major() == 9 || device.major() == 10 || (device.major() == 8 && device.minor() == 0);
    return device.major() < 8 ? 0 : large ? 1024 : 256;
  }

  /** Memory moves data on both edges of its clock. */
  private static final int EDGES = 2;

  /** Memory rate that is assumed where the driver does not report one. */
  private static final double MODEST_BYTES = 2e11;

  private static final double MODEST_HERTZ = 1e9;

  /** From what the driver says of a GPU. */
  static Gpu of(CudaDevice device) {
    double bytes = EDGES * 1e3 * device.memoryClockKilohertz() * device.memoryBusBits() / Byte.SIZE;
    double hertz = 1e3 * device.clockKilohertz();
    double cycles = (hertz > 0 ? hertz : MODEST_HERTZ) * device.multiprocessors();
    return new Gpu(
        device.multiprocessors(),
        device.l2Bytes(),
        bytes > 0 ? bytes : MODEST_BYTES,
        cycles * flopsPerCycle(device),
        device.sharedPerBlock(),
        cycles * tensorFlopsPerCycle(device));
  }
}

package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.probe.CudaDevice;

/**
 * The part of a device's memory that rows and steps may use. The rest is reserved for the driver
 * and cuBLAS, which allocate during a fit: local memory for all threads that the device can run,
 * and kernels that are loaded on first use.
 */
final class DeviceMemory {

  /** Kernels that are loaded late, and what allocations are rounded up by. */
  private static final long LIBRARIES = 256L << 20;

  /** Divisor of the free memory whose quotient is the maximum that is reserved for libraries. */
  private static final int SHARE = 16;

  private final Context context;
  private final long reserve;

  /** To be made when all kernels are found, and none has run. */
  DeviceMemory(CudaDevice device, Context context) {
    this.context = context;
    long threads = (long) device.multiprocessors() * device.threadsPerMultiprocessor();
    reserve = threads * context.localBytes() + Math.min(LIBRARIES, context.freeMemory() / SHARE);
  }

  /**
   * Bytes that products work in: what NVIDIA recommends for cuBLAS, more from compute capability
   * 9.0 on.
   */
  static long workspace(CudaDevice device) {
    return (device.major() >= 9 ? 32L : 4L) << 20;
  }

  /** Bytes that may still be taken: what is free, less what is left of the reserve. */
  long available() {
    long toCome = Math.max(0, reserve - context.takenByLaunches());
    return Math.max(0, context.freeMemory() - toCome);
  }
}

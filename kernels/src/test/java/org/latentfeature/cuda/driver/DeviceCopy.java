package org.latentfeature.cuda.driver;

import jcuda.driver.JCudaDriver;

/** Copies within a device. No step of a fit makes one; their rate is the memory's. */
public final class DeviceCopy {

  private DeviceCopy() {}

  /** Copies the first {@code count} elements, which do not overlap with those of {@code to}. */
  public static void run(DeviceBuffer from, DeviceBuffer to, long count) {
    from.requireRoom(count);
    to.requireRoom(count);
    long bytes = count * from.width();
    Status.driver(
        JCudaDriver.cuMemcpyDtoD(to.pointer(), from.pointer(), bytes),
        () -> "cuMemcpyDtoD of %,d bytes of %s".formatted(bytes, from.name()));
  }
}

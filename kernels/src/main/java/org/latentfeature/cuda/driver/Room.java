package org.latentfeature.cuda.driver;

/**
 * Gives out device memory. The same code that lays out a step's buffers runs on an {@link
 * DeviceArena} to allocate them and on a {@link Measure} to learn how much they take.
 */
public interface Room {

  /** {@code count} elements of {@code width} bytes each, uninitialised. */
  DeviceBuffer allocate(String name, long count, int width);

  /** Single-precision numbers. */
  default DeviceBuffer floats(String name, long count) {
    return allocate(name, count, Float.BYTES);
  }

  /** Double-precision numbers. */
  default DeviceBuffer doubles(String name, long count) {
    return allocate(name, count, Double.BYTES);
  }

  /** 32-bit integers, or words of binary columns. */
  default DeviceBuffer ints(String name, long count) {
    return allocate(name, count, Integer.BYTES);
  }

  /** 16-bit integers. */
  default DeviceBuffer shorts(String name, long count) {
    return allocate(name, count, Short.BYTES);
  }

  /** 8-bit integers. */
  default DeviceBuffer bytes(String name, long count) {
    return allocate(name, count, Byte.BYTES);
  }

  /** 64-bit integers. */
  default DeviceBuffer longs(String name, long count) {
    return allocate(name, count, Long.BYTES);
  }

  /** Bytes that an array takes: the driver aligns every allocation, and none is empty. */
  static long bytes(long count, int width) {
    long alignment = 512;
    return Math.max(1, (count * width + alignment - 1) / alignment) * alignment;
  }
}

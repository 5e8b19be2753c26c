package org.latentfeature.cuda.driver;

/** Adds up what would be allocated, and allocates nothing. */
public final class Measure implements Room {

  private long bytes;

  @Override
  public DeviceBuffer allocate(String name, long count, int width) {
    bytes = Math.addExact(bytes, Room.bytes(count, width));
    return DeviceBuffer.of(name, new DeviceBuffer.Address(), count, width);
  }

  /** Bytes asked for so far. */
  public long bytes() {
    return bytes;
  }
}

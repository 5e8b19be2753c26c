package org.latentfeature.cuda.driver;

import java.nio.ByteBuffer;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * Two halves of pinned memory on the way to the device: one is filled while the other is copied, so
 * that a matrix of any size streams through. Bytes stay untouched until their copy is done.
 */
final class Staging implements AutoCloseable {

  private final CUstream stream;
  private final Half[] halves;
  private int active;
  private int used;

  /** Memory, and when what it held has been copied. */
  private record Half(Pinned memory, CUevent copied) implements AutoCloseable {

    static Half of(int size) {
      Pinned memory = new Pinned(size);
      CUevent event = new CUevent();
      try {
        Status.driver(
            JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING),
            () -> "cuEventCreate");
      } catch (RuntimeException e) {
        Release.after(e, memory::close);
        throw e;
      }
      return new Half(memory, event);
    }

    @Override
    public void close() {
      Release release = new Release();
      release.one(() -> Status.driver(JCudaDriver.cuEventDestroy(copied), () -> "cuEventDestroy"));
      release.one(memory::close);
      release.done();
    }
  }

  Staging(CUstream stream, int halfSize) {
    this.stream = stream;
    Half first = Half.of(halfSize);
    try {
      halves = new Half[] {first, Half.of(halfSize)};
    } catch (RuntimeException e) {
      Release.after(e, first::close);
      throw e;
    }
  }

  /** Most bytes of one {@link #send}. */
  int most() {
    return halves[0].memory().size();
  }

  /** Fills bytes on their way. */
  @FunctionalInterface
  interface Filler {
    void fill(ByteBuffer bytes);
  }

  /** Has {@code filler} write {@code length} bytes, and starts their copy to {@code target}. */
  void send(DeviceBuffer target, int length, Filler filler) {
    if (used + length > most()) {
      turn();
    }
    Half half = halves[active];
    filler.fill(half.memory().slice(used, length));
    Status.driver(
        JCudaDriver.cuMemcpyHtoDAsync(
            target.pointer(), half.memory().pointer(used), length, stream),
        () -> "cuMemcpyHtoDAsync of %,d bytes to %s".formatted(length, target.name()));
    // The next one starts at a whole number of doubles.
    used += (length + Double.BYTES - 1) / Double.BYTES * Double.BYTES;
  }

  /** Goes over to the other half once all that it holds has been copied. */
  private void turn() {
    Status.driver(
        JCudaDriver.cuEventRecord(halves[active].copied(), stream), () -> "cuEventRecord");
    active = 1 - active;
    Status.driver(
        JCudaDriver.cuEventSynchronize(halves[active].copied()),
        () -> "cuEventSynchronize before reusing staging memory");
    used = 0;
  }

  @Override
  public void close() {
    Release release = new Release();
    for (Half half : halves) {
      release.one(half::close);
    }
    release.done();
  }
}

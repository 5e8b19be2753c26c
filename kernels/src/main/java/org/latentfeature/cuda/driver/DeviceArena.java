package org.latentfeature.cuda.driver;

import java.util.ArrayDeque;
import java.util.Deque;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.latentfeature.backend.OutOfBackendMemoryException;

/**
 * Device memory with one owner, freed together. Each array is an allocation of its own, so that a
 * checking device sees where one ends.
 */
public final class DeviceArena implements Room, AutoCloseable {

  private final Context context;
  private final Deque<DeviceBuffer> owned = new ArrayDeque<>();

  /** An empty arena on the device of {@code context}. */
  public DeviceArena(Context context) {
    this.context = context;
  }

  @Override
  public DeviceBuffer allocate(String name, long count, int width) {
    long bytes = Room.bytes(count, width);
    DeviceBuffer.Address address = new DeviceBuffer.Address();
    int status = JCudaDriver.cuMemAlloc(address, Math.max(1, count * width));
    if (status == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
      throw new OutOfBackendMemoryException(name + " on the device", bytes, context.freeMemory());
    }
    Status.driver(status, () -> "cuMemAlloc of %,d bytes for %s".formatted(bytes, name));
    DeviceBuffer buffer = DeviceBuffer.of(name, address, count, width);
    owned.push(buffer);
    return buffer;
  }

  /** Closes this after a failure, which keeps what goes wrong meanwhile as suppressed. */
  public void closeAfter(Throwable failure) {
    Release.after(failure, this::close);
  }

  @Override
  public void close() {
    Release release = new Release();
    while (!owned.isEmpty()) {
      DeviceBuffer buffer = owned.pop();
      release.one(
          () ->
              Status.driver(
                  JCudaDriver.cuMemFree(buffer.pointer()), () -> "cuMemFree of " + buffer.name()));
    }
    release.done();
  }
}

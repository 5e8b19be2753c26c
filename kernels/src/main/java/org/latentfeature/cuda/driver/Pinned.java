package org.latentfeature.cuda.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.JCudaDriver;

/** Page-locked host memory, which the device reads and writes on its own. */
final class Pinned implements AutoCloseable {

  private final Pointer pointer = new Pointer();
  private final ByteBuffer bytes;

  Pinned(int size) {
    Status.driver(
        JCudaDriver.cuMemAllocHost(pointer, size),
        () -> "cuMemAllocHost of %,d bytes".formatted(size));
    bytes = pointer.getByteBuffer(0, size).order(ByteOrder.nativeOrder());
  }

  int size() {
    return bytes.capacity();
  }

  /** {@code length} bytes from {@code from} on, with a position of their own. */
  ByteBuffer slice(int from, int length) {
    return bytes.slice(from, length).order(ByteOrder.nativeOrder());
  }

  Pointer pointer(int offset) {
    return offset == 0 ? pointer : pointer.withByteOffset(offset);
  }

  @Override
  public void close() {
    Status.driver(JCudaDriver.cuMemFreeHost(pointer), () -> "cuMemFreeHost");
  }
}

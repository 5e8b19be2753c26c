package org.latentfeature.cuda.driver;

import jcuda.driver.CUdeviceptr;

/** An array in device memory, or the rest of one from some element on. Owned by its arena. */
public final class DeviceBuffer {

  private final String name;
  private final Address address;
  private final long offset;
  private final long count;
  private final int width;

  private DeviceBuffer(String name, Address address, long offset, long count, int width) {
    this.name = name;
    this.address = address;
    this.offset = offset;
    this.count = count;
    this.width = width;
  }

  /** {@code count} elements of {@code width} bytes at {@code address}. */
  static DeviceBuffer of(String name, Address address, long count, int width) {
    return new DeviceBuffer(name, address, 0, count, width);
  }

  /** Returns a name of the contents, for messages. */
  String name() {
    return name;
  }

  /** Number of elements. */
  public long count() {
    return count;
  }

  /** Bytes of an element. */
  int width() {
    return width;
  }

  /** The elements from {@code element} on. */
  public DeviceBuffer from(long element) {
    if (element < 0 || element > count) {
      throw new IndexOutOfBoundsException(
          "element %,d of the %,d of %s".formatted(element, count, name));
    }
    return element == 0
        ? this
        : new DeviceBuffer(name, address, offset + element * width, count - element, width);
  }

  /** Throws unless it holds {@code elements}. */
  void requireRoom(long elements) {
    if (elements > count) {
      throw new IndexOutOfBoundsException(
          "%,d elements do not fit the %,d of %s".formatted(elements, count, name));
    }
  }

  /** For calls of the driver and of cuBLAS. */
  CUdeviceptr pointer() {
    return offset == 0 ? address : address.withByteOffset(offset);
  }

  /** For arguments of kernels. */
  long value() {
    return address.value() + offset;
  }

  /** A device pointer whose number can be read. */
  static final class Address extends CUdeviceptr {
    long value() {
      return getNativePointer();
    }
  }
}

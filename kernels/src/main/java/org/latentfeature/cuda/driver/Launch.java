package org.latentfeature.cuda.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import jcuda.Pointer;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;

/**
 * Packs the arguments of one kernel after another and launches it. The arguments go in one packed
 * buffer, whose size the driver checks; their types are checked here.
 */
public final class Launch {

  private static final int MOST_BYTES = 256;

  private final CUstream stream;
  private final LongSupplier free;
  private final Set<Kernel> launched = new HashSet<>();
  private long taken;
  private final ByteBuffer arguments =
      ByteBuffer.allocateDirect(MOST_BYTES).order(ByteOrder.nativeOrder());
  private final ByteBuffer size =
      ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
  private final Pointer packed =
      Pointer.to(
          JCudaDriver.CU_LAUNCH_PARAM_BUFFER_POINTER,
          Pointer.to(arguments),
          JCudaDriver.CU_LAUNCH_PARAM_BUFFER_SIZE,
          Pointer.to(size),
          JCudaDriver.CU_LAUNCH_PARAM_END);
  private final List<String> types = new ArrayList<>();

  /** Launches on {@code stream}; {@code free} tells how much memory the device has left. */
  Launch(CUstream stream, LongSupplier free) {
    this.stream = stream;
    this.free = free;
  }

  /** Bytes that the device's memory shrank by when kernels were first launched. */
  long taken() {
    return taken;
  }

  /** The address of {@code buffer}. */
  public Launch pointer(DeviceBuffer buffer) {
    return size(buffer.value());
  }

  /** The address of {@code buffer}, or a null pointer. */
  public Launch optional(@Nullable DeviceBuffer buffer) {
    return size(buffer == null ? 0 : buffer.value());
  }

  /** A 64-bit integer. */
  public Launch size(long value) {
    align(Long.BYTES);
    arguments.putLong(value);
    types.add("u64");
    return this;
  }

  /** A 32-bit integer. */
  public Launch integer(int value) {
    arguments.putInt(value);
    types.add("u32");
    return this;
  }

  /** A boolean, which kernels take as an integer. */
  public Launch flag(boolean value) {
    return integer(value ? 1 : 0);
  }

  /** A double-precision number. */
  public Launch number(double value) {
    align(Double.BYTES);
    arguments.putDouble(value);
    types.add("f64");
    return this;
  }

  private void align(int bytes) {
    arguments.position((arguments.position() + bytes - 1) / bytes * bytes);
  }

  /** Launches {@code kernel} on the context's stream with the arguments given, and forgets them. */
  public void run(Kernel kernel, LaunchGrid grid) {
    List<String> expected = kernel.signature().types();
    if (!types.equals(expected)) {
      List<String> given = List.copyOf(types);
      reset();
      throw new IllegalArgumentException(
          "kernel %s takes %s, but was given %s".formatted(kernel.name(), expected, given));
    }
    kernel.allowShared(grid.sharedBytes());
    size.putLong(0, arguments.position());
    boolean first = launched.add(kernel);
    long before = first ? free.getAsLong() : 0;
    int status =
        JCudaDriver.cuLaunchKernel(
            kernel.function(),
            grid.x(),
            grid.y(),
            grid.z(),
            grid.threads(),
            1,
            1,
            grid.sharedBytes(),
            stream,
            null,
            packed);
    reset();
    Status.driver(status, () -> "cuLaunchKernel of %s with %s".formatted(kernel.name(), grid));
    taken += first ? Math.max(0, before - free.getAsLong()) : 0;
  }

  private void reset() {
    arguments.clear();
    types.clear();
  }
}

package org.latentfeature.cuda.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import jcuda.Pointer;
import jcuda.driver.CUresult;
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
  private final List<Integer> offsets = new ArrayList<>();

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
    begin(Long.BYTES, "u64");
    arguments.putLong(value);
    return this;
  }

  /** A 32-bit integer. */
  public Launch integer(int value) {
    begin(Integer.BYTES, "u32");
    arguments.putInt(value);
    return this;
  }

  /** A boolean, which kernels take as an integer. */
  public Launch flag(boolean value) {
    return integer(value ? 1 : 0);
  }

  /** A double-precision number. */
  public Launch number(double value) {
    begin(Double.BYTES, "f64");
    arguments.putDouble(value);
    return this;
  }

  private void begin(int bytes, String type) {
    int offset = (arguments.position() + bytes - 1) / bytes * bytes;
    arguments.position(offset);
    offsets.add(offset);
    types.add(type);
  }

  /** Launches {@code kernel} on the context's stream with the arguments given, and forgets them. */
  public void run(Kernel kernel, LaunchGrid grid) {
    run(kernel, grid, false);
  }

  /**
   * Launches {@code kernel} with all blocks on the device at once, so that they may wait for one
   * another. Returns false, and nothing is launched, where the device does not hold so many:
   * another process may have a share of its multiprocessors, and a debugger reserves a part.
   */
  public boolean runTogether(Kernel kernel, LaunchGrid grid) {
    return run(kernel, grid, true);
  }

  private boolean run(Kernel kernel, LaunchGrid grid, boolean together) {
    List<String> expected = kernel.signature().types();
    if (!types.equals(expected)) {
      List<String> given = List.copyOf(types);
      reset();
      throw new IllegalArgumentException(
          "kernel %s takes %s, but was given %s".formatted(kernel.name(), expected, given));
    }
    boolean first = !launched.contains(kernel);
    long before = first ? free.getAsLong() : 0; // before its module is loaded, too
    try {
      kernel.allowShared(grid.sharedBytes());
      size.putLong(0, arguments.position());
      int status = together ? launchTogether(kernel, grid) : launch(kernel, grid);
      if (status == CUresult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE) {
        return false;
      }
      Status.driver(
          status,
          () ->
              "%s of %s with %s"
                  .formatted(
                      together ? "cuLaunchCooperativeKernel" : "cuLaunchKernel",
                      kernel.name(),
                      grid));
    } finally {
      reset();
    }
    launched.add(kernel);
    taken += first ? Math.max(0, before - free.getAsLong()) : 0;
    return true;
  }

  private int launch(Kernel kernel, LaunchGrid grid) {
    return JCudaDriver.cuLaunchKernel(
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
  }

  /** Takes no packed buffer, but where each argument lies. */
  private int launchTogether(Kernel kernel, LaunchGrid grid) {
    Pointer base = Pointer.to(arguments);
    Pointer[] each = offsets.stream().map(base::withByteOffset).toArray(Pointer[]::new);
    return JCudaDriver.cuLaunchCooperativeKernel(
        kernel.function(),
        grid.x(),
        grid.y(),
        grid.z(),
        grid.threads(),
        1,
        1,
        grid.sharedBytes(),
        stream,
        Pointer.to(each));
  }

  private void reset() {
    arguments.clear();
    offsets.clear();
    types.clear();
  }
}

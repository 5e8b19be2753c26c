package org.latentfeature.cuda.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;

/**
 * The open state of one device: its primary context, one stream on which everything runs in order,
 * the cuBLAS handle if there is one, and the staging memory. The driver binds a context to a
 * thread: call {@link #enter} on the thread that is about to use it.
 */
public final class Context implements AutoCloseable {

  /** Least compute capability, before the point, whose tensor cores multiply TF32 numbers. */
  private static final int TENSOR_CORES = 8;

  /** GPUs whose double precision is half as fast as single precision; the others' is a 64th. */
  private static final Set<String> FAST_DOUBLES = Set.of("sm_80", "sm_90", "sm_100");

  /** Blocks of own products that keep a multiprocessor busy. */
  private static final int BLOCKS = 2;

  private final CUcontext context = new CUcontext();
  private final Deque<Release.Step> opened = new ArrayDeque<>();
  private final List<KernelModule> modules = new ArrayList<>();
  private final String target;
  private final boolean tensorCores;
  private final boolean slowDoubles;
  private final boolean tensorFloat;
  private final Launch launch;
  private final int multiprocessors;
  private final boolean cooperates;
  private final long workspace;
  private final @Nullable CublasProducts cublas;
  private final Transfers transfers;

  /**
   * Opens device {@code ordinal}, with cuBLAS.
   *
   * @param workspace bytes of device memory for products
   * @param tensorFloat whether products may round their factors to TensorFloat-32
   */
  public Context(int ordinal, long workspace, boolean tensorFloat) {
    this(ordinal, workspace, tensorFloat, true);
  }

  /**
   * Opens device {@code ordinal}, with or without cuBLAS.
   *
   * @param workspace bytes of device memory for products
   * @param tensorFloat whether products may round their factors to TensorFloat-32
   * @param withCublas whether cuBLAS multiplies; otherwise the backend's kernels do
   */
  public Context(int ordinal, long workspace, boolean tensorFloat, boolean withCublas) {
    this.workspace = workspace;
    Status.driver(JCudaDriver.cuInit(0), () -> "cuInit");
    CUdevice device = new CUdevice();
    Status.driver(
        JCudaDriver.cuDeviceGet(device, ordinal), () -> "cuDeviceGet of device " + ordinal);
    int major = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    int minor = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    multiprocessors =
        attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    cooperates = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) != 0;
    target = "sm_%d%d".formatted(major, minor);
    tensorCores = major >= TENSOR_CORES;
    slowDoubles = !FAST_DOUBLES.contains(target);
    this.tensorFloat = tensorFloat;
    Status.driver(
        JCudaDriver.cuDevicePrimaryCtxRetain(context, device),
        () -> "cuDevicePrimaryCtxRetain of device " + ordinal);
    opened.push(
        () ->
            Status.driver(
                JCudaDriver.cuDevicePrimaryCtxRelease(device),
                () -> "cuDevicePrimaryCtxRelease of device " + ordinal));
    try {
      enter();
      CUstream stream = new CUstream();
      Status.driver(
          JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING),
          () -> "cuStreamCreate");
      opened.push(
          () -> Status.driver(JCudaDriver.cuStreamDestroy(stream), () -> "cuStreamDestroy"));
      launch = new Launch(stream, this::freeMemory);
      cublas = withCublas ? new CublasProducts(stream, workspace, tensorFloat) : null;
      if (cublas != null) {
        opened.push(cublas::close);
      }
      transfers = new Transfers(stream);
      opened.push(transfers::close);
    } catch (RuntimeException | Error e) {
      closeAfter(e);
      throw e;
    }
  }

  /** Returns whether the device's tensor cores multiply TF32 numbers. */
  public boolean tensorCores() {
    return tensorCores;
  }

  /** Returns whether double precision is many times as slow as single precision on the device. */
  public boolean slowDoubles() {
    return slowDoubles;
  }

  /**
   * Returns whether all blocks of a launch can be on the device at once, to wait for one another.
   */
  public boolean cooperates() {
    return cooperates;
  }

  /** Returns whether products may round their factors to TensorFloat-32. */
  public boolean tensorFloat() {
    return tensorFloat;
  }

  private static int attribute(CUdevice device, int attribute) {
    int[] value = new int[1];
    Status.driver(
        JCudaDriver.cuDeviceGetAttribute(value, attribute, device),
        () -> "cuDeviceGetAttribute of " + attribute);
    return value[0];
  }

  /** Closes this after a failure, which keeps what goes wrong meanwhile as suppressed. */
  public void closeAfter(Throwable failure) {
    Release.after(failure, this::close);
  }

  /** Makes this the calling thread's context. */
  public void enter() {
    Status.driver(JCudaDriver.cuCtxSetCurrent(context), () -> "cuCtxSetCurrent");
  }

  /** Waits for all that was launched. */
  public void synchronise() {
    Status.driver(JCudaDriver.cuCtxSynchronize(), () -> "cuCtxSynchronize");
  }

  /** Packs arguments and launches kernels. */
  public Launch launch() {
    return launch;
  }

  /**
   * Matrix products: by cuBLAS, or without it by {@code products.ptx} beside the class {@code
   * beside}.
   */
  public Products products(Class<?> beside) {
    return cublas != null ? cublas : ownProducts(beside);
  }

  /** By {@code products.ptx}, whether there is cuBLAS or not. */
  public OwnProducts ownProducts(Class<?> beside) {
    KernelModule module = module(beside, "products");
    DeviceArena arena = new DeviceArena(this);
    opened.push(arena::close);
    return new OwnProducts(
        launch, module, BLOCKS * multiprocessors, arena.allocate("sums of splits", workspace, 1));
  }

  /** Copies from and to the host. */
  public Transfers transfers() {
    return transfers;
  }

  /** cuBLAS's version, or that there is none. */
  public String cublasVersion() {
    return cublas == null ? "none, own products" : cublas.version();
  }

  /** Bytes of device memory that can still be allocated. */
  public long freeMemory() {
    long[] free = new long[1];
    Status.driver(JCudaDriver.cuMemGetInfo(free, new long[1]), () -> "cuMemGetInfo");
    return free[0];
  }

  /** The kernels of a source file, loaded when they are first used; closed with this context. */
  public KernelModule module(Class<?> beside, String name) {
    KernelModule module = KernelModule.of(beside, name, target);
    opened.push(module::close);
    modules.add(module);
    return module;
  }

  /** The kernels of all source files that were asked for. */
  public List<KernelModule> modules() {
    return Collections.unmodifiableList(modules);
  }

  /**
   * Most bytes of local memory that a thread of any kernel takes. The driver takes that for every
   * thread that the device can hold, when such a kernel is first launched, and keeps it.
   */
  public int localBytes() {
    return modules.stream().mapToInt(KernelModule::localBytes).max().orElse(0);
  }

  /**
   * Bytes that the driver took when kernels were first launched, out of what {@link #freeMemory}
   * had: their code, and local memory.
   */
  public long takenByLaunches() {
    return launch.taken();
  }

  @Override
  public void close() {
    if (opened.isEmpty()) {
      return;
    }
    Release release = new Release();
    release.one(this::enter);
    while (!opened.isEmpty()) {
      release.one(opened.pop());
    }
    release.done();
  }
}

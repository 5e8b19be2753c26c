package org.latentfeature.cuda.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUjit_option;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import jcuda.driver.JITOptions;
import org.jspecify.annotations.Nullable;

/**
 * The kernels of one source file, assembled by the driver for its device when the first of them is
 * used: all at once they would keep the first start on a machine waiting for seconds.
 */
public final class KernelModule implements AutoCloseable {

  /** Most bytes of what the driver's compiler may say. */
  private static final int LOG = 4096;

  private final String name;
  private final String ptx;
  private final byte @Nullable [] cubin;
  private final Map<String, Signature> signatures;
  private @Nullable CUmodule module;
  private boolean assembled;

  /** PTX. */
  public KernelModule(String name, String ptx) {
    this(name, ptx, null);
  }

  private KernelModule(String name, String ptx, byte @Nullable [] cubin) {
    this.name = name;
    this.ptx = ptx;
    this.cubin = cubin;
    signatures = Signature.of(ptx);
  }

  /**
   * The resource {@code name}.ptx that lies beside the class {@code beside}; or, where there is one
   * that the driver takes, what it was assembled to for {@code target}, which spares the driver the
   * work: {@code sm_90/name.cubin} there. Builds have PTX only, since it runs on every GPU.
   */
  static KernelModule of(Class<?> beside, String name, String target) {
    byte[] ptx = resource(beside, name + ".ptx");
    if (ptx == null) {
      throw new IllegalStateException(
          "kernels '%s' are not in this build: no %s.ptx beside %s"
              .formatted(name, name, beside.getName()));
    }
    byte[] cubin = resource(beside, target + "/" + name + ".cubin");
    return new KernelModule(name, new String(ptx, StandardCharsets.UTF_8), cubin);
  }

  private static byte @Nullable [] resource(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + name, e);
    }
  }

  /** That of its source file, without the ending. */
  public String name() {
    return name;
  }

  /** Loads it, if it is not, where a failure is better now than when a kernel is used. */
  public CUmodule load() {
    if (module == null) {
      module = loaded();
    }
    return module;
  }

  /**
   * Returns whether the driver accepted the cubin that was assembled beforehand; false before the
   * module is loaded.
   */
  public boolean isAssembled() {
    return assembled;
  }

  private CUmodule loaded() {
    CUmodule into = new CUmodule();
    assembled = cubin != null && JCudaDriver.cuModuleLoadData(into, cubin) == CUresult.CUDA_SUCCESS;
    if (assembled) {
      return into;
    }
    JITOptions options = new JITOptions();
    options.putBytes(CUjit_option.CU_JIT_ERROR_LOG_BUFFER, new byte[LOG]);
    options.putInt(CUjit_option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, LOG);
    byte[] text = (ptx + '\0').getBytes(StandardCharsets.UTF_8);
    int status = JCudaDriver.cuModuleLoadDataJIT(into, Pointer.to(text), options);
    Status.driver(status, () -> "cuModuleLoadDataEx of %s.ptx%s".formatted(name, said(options)));
    return into;
  }

  /** Returns the log of the driver's compiler in one line, or an empty string if there is none. */
  private static String said(JITOptions options) {
    String log =
        options
            .getString(CUjit_option.CU_JIT_ERROR_LOG_BUFFER)
            .replace('\0', ' ')
            .replaceAll("\\s+", " ")
            .strip();
    return log.isEmpty() ? "" : " (the driver's compiler: %s)".formatted(log);
  }

  /** A kernel by its name. */
  public Kernel kernel(String function) {
    Signature signature = signatures.get(function);
    if (signature == null) {
      throw new IllegalArgumentException(
          "%s.ptx has no kernel '%s', only %s".formatted(name, function, signatures.keySet()));
    }
    return new Kernel(function, this, signature);
  }

  /** Returns the driver's handle of a kernel, which loads the module if necessary. */
  CUfunction function(String function) {
    CUfunction found = new CUfunction();
    Status.driver(
        JCudaDriver.cuModuleGetFunction(found, load(), function),
        () -> "cuModuleGetFunction of %s in %s.ptx".formatted(function, name));
    return found;
  }

  /** The names of its kernels. */
  Set<String> kernels() {
    return signatures.keySet();
  }

  /** Most bytes of local memory that a thread of any of its kernels declares. */
  int localBytes() {
    return signatures.values().stream().mapToInt(Signature::localBytes).max().orElse(0);
  }

  @Override
  public void close() {
    if (module != null) {
      Status.driver(JCudaDriver.cuModuleUnload(module), () -> "cuModuleUnload of " + name + ".ptx");
      module = null;
    }
  }
}

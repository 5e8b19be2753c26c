package org.latentfeature.cuda.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUjit_option;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;
import jcuda.driver.JITOptions;

/** The kernels of one source file, assembled by the driver for its device. */
public final class KernelModule implements AutoCloseable {

  /** Most bytes of what the driver's compiler may say. */
  private static final int LOG = 4096;

  private final String name;
  private final CUmodule module = new CUmodule();
  private final Map<String, Signature> signatures;
  private final List<Kernel> kernels = new ArrayList<>();

  /** Loads the resource {@code name}.ptx that lies beside the class {@code beside}. */
  public static KernelModule load(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name + ".ptx")) {
      if (in == null) {
        throw new IllegalStateException(
            "kernels '%s' are not in this build: no %s.ptx beside %s"
                .formatted(name, name, beside.getName()));
      }
      return new KernelModule(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + name + ".ptx", e);
    }
  }

  /** Loads PTX. */
  public KernelModule(String name, String ptx) {
    this.name = name;
    signatures = Signature.of(ptx);
    JITOptions options = new JITOptions();
    options.putBytes(CUjit_option.CU_JIT_ERROR_LOG_BUFFER, new byte[LOG]);
    options.putInt(CUjit_option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, LOG);
    byte[] text = (ptx + '\0').getBytes(StandardCharsets.UTF_8);
    int status = JCudaDriver.cuModuleLoadDataJIT(module, Pointer.to(text), options);
    Status.driver(status, () -> "cuModuleLoadDataEx of %s.ptx%s".formatted(name, said(options)));
  }

  /** What the driver's compiler has to say, in one line. */
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
    CUfunction found = new CUfunction();
    Status.driver(
        JCudaDriver.cuModuleGetFunction(found, module, function),
        () -> "cuModuleGetFunction of %s in %s.ptx".formatted(function, name));
    Kernel kernel = new Kernel(function, found, signature);
    kernels.add(kernel);
    return kernel;
  }

  /** The kernels asked for so far. */
  List<Kernel> kernels() {
    return kernels;
  }

  @Override
  public void close() {
    Status.driver(JCudaDriver.cuModuleUnload(module), () -> "cuModuleUnload of " + name + ".ptx");
  }
}

package org.latentfeature.cuda.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** The kernels of one source file, assembled by the driver for its device. */
public final class KernelModule implements AutoCloseable {

  private final String name;
  private final CUmodule module = new CUmodule();
  private final Map<String, Signature> signatures;

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
    Status.driver(
        JCudaDriver.cuModuleLoadData(module, ptx), () -> "cuModuleLoadData of " + name + ".ptx");
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
    return new Kernel(function, found, signature);
  }

  @Override
  public void close() {
    Status.driver(JCudaDriver.cuModuleUnload(module), () -> "cuModuleUnload of " + name + ".ptx");
  }
}

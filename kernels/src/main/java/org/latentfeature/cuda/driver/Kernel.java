package org.latentfeature.cuda.driver;

import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;

/**
 * A function of a module, which is loaded when it is first used, with the types of its parameters.
 */
public final class Kernel {

  private final String name;
  private final KernelModule module;
  private final Signature signature;
  private @Nullable CUfunction function;
  private int sharedBytes = 48 << 10;

  Kernel(String name, KernelModule module, Signature signature) {
    this.name = name;
    this.module = module;
    this.signature = signature;
  }

  String name() {
    return name;
  }

  CUfunction function() {
    if (function == null) {
      function = module.function(name);
    }
    return function;
  }

  Signature signature() {
    return signature;
  }

  /** Lets a block have so much dynamic shared memory, beyond the 48 KiB that need no leave. */
  void allowShared(int bytes) {
    if (bytes > sharedBytes) {
      Status.driver(
          JCudaDriver.cuFuncSetAttribute(
              function(),
              CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
              bytes),
          () -> "cuFuncSetAttribute of %s to %,d bytes of shared memory".formatted(name, bytes));
      sharedBytes = bytes;
    }
  }
}

package org.latentfeature.cuda.driver;

import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.JCudaDriver;

/** A function of a loaded module, with the types of its parameters. */
public final class Kernel {

  private final String name;
  private final CUfunction function;
  private final Signature signature;
  private final int localBytes;
  private int sharedBytes = 48 << 10;

  Kernel(String name, CUfunction function, Signature signature) {
    this.name = name;
    this.function = function;
    this.signature = signature;
    int[] local = new int[1];
    Status.driver(
        JCudaDriver.cuFuncGetAttribute(
            local, CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, function),
        () -> "cuFuncGetAttribute of " + name);
    localBytes = local[0];
  }

  String name() {
    return name;
  }

  CUfunction function() {
    return function;
  }

  /** Bytes of local memory of a thread: its stack and what does not fit its registers. */
  int localBytes() {
    return localBytes;
  }

  Signature signature() {
    return signature;
  }

  /** Lets a block have so much dynamic shared memory, beyond the 48 KiB that need no leave. */
  void allowShared(int bytes) {
    if (bytes > sharedBytes) {
      Status.driver(
          JCudaDriver.cuFuncSetAttribute(
              function,
              CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
              bytes),
          () -> "cuFuncSetAttribute of %s to %,d bytes of shared memory".formatted(name, bytes));
      sharedBytes = bytes;
    }
  }
}

package org.latentfeature.cuda.driver;

import java.util.LinkedHashMap;
import java.util.Map;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.JCudaDriver;

/** What a driver made of kernels. */
public final class KernelFacts {

  private KernelFacts() {}

  /** By kernel: what a thread and a block take, and how many blocks a multiprocessor holds. */
  public static Map<String, String> of(KernelModule module) {
    Map<String, String> facts = new LinkedHashMap<>();
    for (String name : module.kernels()) {
      facts.put(name + ", as loaded", of(module.function(name)));
    }
    return facts;
  }

  private static String of(CUfunction kernel) {
    int threads =
        Math.min(
            LaunchGrid.THREADS,
            attribute(kernel, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
    int[] blocks = new int[1];
    Status.driver(
        JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, 0),
        () -> "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    return "%d registers, %d bytes of local and %d of shared memory; %d blocks of %d threads"
        .formatted(
            attribute(kernel, CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS),
            attribute(kernel, CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES),
            attribute(kernel, CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES),
            blocks[0],
            threads);
  }

  private static int attribute(CUfunction kernel, int attribute) {
    int[] value = new int[1];
    Status.driver(
        JCudaDriver.cuFuncGetAttribute(value, attribute, kernel), () -> "cuFuncGetAttribute");
    return value[0];
  }
}

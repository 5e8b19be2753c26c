package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.Kernel;
import org.latentfeature.cuda.driver.KernelModule;

/**
 * The kernels of fused sweeps.
 *
 * @param narrow for fewer columns, two blocks a multiprocessor
 * @param wide for more
 * @param addChanges adds what the blocks change
 */
record FusedKernels(Kernel narrow, Kernel wide, Kernel addChanges) {

  /** Those of products in TF32, or in single precision. */
  static FusedKernels of(KernelModule module, boolean tensorFloat) {
    String suffix = tensorFloat ? "_tf32" : "";
    return new FusedKernels(
        module.kernel("sweep_narrow" + suffix),
        module.kernel("sweep_wide" + suffix),
        module.kernel("add_changes"));
  }
}

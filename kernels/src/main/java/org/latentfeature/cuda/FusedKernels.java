package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.Kernel;
import org.latentfeature.cuda.driver.KernelModule;

/**
 * The kernels of passes that read the residual once.
 *
 * @param sweep a phase of a sweep
 * @param flip a phase of flips
 * @param addChanges adds what the blocks of a phase change
 * @param listBest the best rows that the blocks of all phases have found
 */
record FusedKernels(Sizes sweep, Sizes flip, Kernel addChanges, Kernel listBest) {

  /**
   * The same kernel for different numbers of columns.
   *
   * @param narrow for fewer, two blocks a multiprocessor
   * @param wide for more
   */
  record Sizes(Kernel narrow, Kernel wide) {
    static Sizes of(KernelModule module, String name, String suffix) {
      return new Sizes(
          module.kernel(name + "_narrow" + suffix), module.kernel(name + "_wide" + suffix));
    }

    Kernel of(FusedShape shape) {
      return shape.wide() ? wide : narrow;
    }
  }

  /** Those of products in TF32, or in single precision. */
  static FusedKernels of(KernelModule sweeps, KernelModule flips, boolean tensorFloat) {
    String suffix = tensorFloat ? "_tf32" : "";
    return new FusedKernels(
        Sizes.of(sweeps, "sweep", suffix),
        Sizes.of(flips, "flip", suffix),
        sweeps.kernel("add_changes"),
        flips.kernel("list_best"));
  }
}

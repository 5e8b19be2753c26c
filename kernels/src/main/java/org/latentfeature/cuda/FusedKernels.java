package org.latentfeature.cuda;

import java.util.function.Function;
import org.latentfeature.cuda.driver.Kernel;
import org.latentfeature.cuda.driver.KernelModule;

/**
 * The kernels of passes that read the residual once.
 *
 * @param sweep a phase of a sweep
 * @param sweepOn many sweeps
 * @param flip a phase of flips
 * @param addChanges adds what the blocks of a phase change
 * @param listBest the best rows that the blocks of all phases have found
 */
record FusedKernels(Kinds sweep, Kinds sweepOn, Kinds flip, Kernel addChanges, Kernel listBest) {

  /**
   * A kernel of each kind.
   *
   * @param few for up to 8 vectors
   * @param fewWide for the same with more columns
   * @param many for up to 16
   */
  record Kinds(Kernel few, Kernel fewWide, Kernel many) {
    static Kinds of(KernelModule module, String name, String suffix) {
      return new Kinds(
          module.kernel(name + "_few" + suffix),
          module.kernel(name + "_few_wide" + suffix),
          module.kernel(name + "_many" + suffix));
    }

    Kernel of(FusedShape shape) {
      return switch (shape.kind()) {
        case FEW -> few;
        case FEW_WIDE -> fewWide;
        case MANY -> many;
      };
    }
  }

  /** Those of products in TF32, or in single precision. */
  static FusedKernels of(Function<String, KernelModule> modules, boolean tensorFloat) {
    String suffix = tensorFloat ? "_tf32" : "";
    KernelModule changes = modules.apply("fused_changes");
    return new FusedKernels(
        Kinds.of(modules.apply("fused_sweeps" + suffix), "sweep", suffix),
        Kinds.of(modules.apply("persistent_sweeps" + suffix), "sweep_on", suffix),
        Kinds.of(modules.apply("fused_flips" + suffix), "flip", suffix),
        changes.kernel("add_changes"),
        changes.kernel("list_best"));
  }
}

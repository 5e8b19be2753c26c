package org.latentfeature.cuda;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.latentfeature.cuda.driver.Kernel;
import org.latentfeature.cuda.driver.KernelModule;

/**
 * The kernels of passes that read the residual once.
 *
 * @param phases those of a phase, by layout; of rounded tiles only if they were asked for
 * @param sweepOn many sweeps
 * @param addChanges adds what the blocks of a phase change
 * @param listBest the best rows that the blocks of all phases have found
 */
record FusedKernels(
    Map<TileLayout, Phase> phases, Kinds sweepOn, Kernel addChanges, Kernel listBest) {

  /**
   * The kernels of a phase.
   *
   * @param sweep of a sweep
   * @param flip of flips
   */
  record Phase(Kinds sweep, Kinds flip) {
    static Phase of(Function<String, KernelModule> modules, String suffix) {
      return new Phase(
          Kinds.of(modules.apply("fused_sweeps" + suffix), "sweep", suffix),
          Kinds.of(modules.apply("fused_flips" + suffix), "flip", suffix));
    }
  }

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

  /** Returns the kernels of a phase in the layout of this launch configuration. */
  Phase of(FusedShape fused) {
    return Objects.requireNonNull(phases.get(fused.layout()), "kernels of rounded tiles");
  }

  /**
   * Finds them.
   *
   * @param tensorFloat with products in TF32 instead of single precision
   * @param rounded those of rounded tiles, too
   */
  static FusedKernels of(
      Function<String, KernelModule> modules, boolean tensorFloat, boolean rounded) {
    String suffix = tensorFloat ? "_tf32" : "";
    KernelModule changes = modules.apply("fused_changes");
    Map<TileLayout, Phase> phases = new EnumMap<>(TileLayout.class);
    phases.put(TileLayout.SINGLE, Phase.of(modules, suffix));
    if (rounded) {
      phases.put(TileLayout.BFLOAT16, Phase.of(modules, "_bf16"));
    }
    return new FusedKernels(
        phases,
        Kinds.of(modules.apply("persistent_sweeps" + suffix), "sweep_on", suffix),
        changes.kernel("add_changes"),
        changes.kernel("list_best"));
  }
}

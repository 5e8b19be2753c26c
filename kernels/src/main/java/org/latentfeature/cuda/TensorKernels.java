package org.latentfeature.cuda;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.latentfeature.cuda.driver.Kernel;
import org.latentfeature.cuda.driver.KernelModule;

/**
 * The kernels of {@link TensorSums}.
 *
 * @param sums by layout; of rounded tiles only if they were asked for
 * @param addRuns adds the runs
 */
record TensorKernels(Map<TileLayout, Sums> sums, Kernel addRuns) {

  /**
   * Sums of runs of rows.
   *
   * @param narrow for fewer columns of the matrix
   * @param wide for more
   */
  record Sums(Kernel narrow, Kernel wide) {
    static Sums of(KernelModule module, String suffix) {
      return new Sums(
          module.kernel("sum_runs_narrow" + suffix), module.kernel("sum_runs_wide" + suffix));
    }
  }

  /** Returns the kernels that sum rows of a matrix in this layout. */
  Sums of(TileLayout layout) {
    return Objects.requireNonNull(sums.get(layout), "kernels of rounded tiles");
  }

  /**
   * Finds them.
   *
   * @param rounded those of rounded tiles, too
   */
  static TensorKernels of(Function<String, KernelModule> modules, boolean rounded) {
    KernelModule single = modules.apply("tensor_sums");
    Map<TileLayout, Sums> sums = new EnumMap<>(TileLayout.class);
    sums.put(TileLayout.SINGLE, Sums.of(single, ""));
    if (rounded) {
      sums.put(TileLayout.BFLOAT16, Sums.of(modules.apply("tensor_sums_bf16"), "_bf16"));
    }
    return new TensorKernels(sums, single.kernel("add_runs"));
  }
}

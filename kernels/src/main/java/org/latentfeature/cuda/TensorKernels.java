package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.Kernel;
import org.latentfeature.cuda.driver.KernelModule;

/**
 * The kernels of {@link TensorSums}.
 *
 * @param narrow sums runs of rows, for fewer columns of the matrix
 * @param wide for more
 * @param addRuns adds the runs
 */
record TensorKernels(Kernel narrow, Kernel wide, Kernel addRuns) {

  static TensorKernels of(KernelModule module) {
    return new TensorKernels(
        module.kernel("sum_runs_narrow"),
        module.kernel("sum_runs_wide"),
        module.kernel("add_runs"));
  }
}

package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;

/** Phases of sweeps that read the residual once. */
final class FusedSweeps {

  private final FusedPass pass;
  private final DeviceVectors vectors;
  private final DeviceBuffer sums;
  private final SweepConvergence convergence;

  FusedSweeps(
      FusedPass pass, DeviceVectors vectors, DeviceBuffer sums, SweepConvergence convergence) {
    this.pass = pass;
    this.convergence = convergence;
    this.vectors = vectors;
    this.sums = sums;
  }

  /** Moves the vectors of rows from {@code first} on, all at once. */
  void step(int first, int rows, int rank) {
    run(first, rows, rank, false);
  }

  /** Adds v_i a_iᵀ of all rows to the sums. */
  void addAll(int rank) {
    run(0, pass.shape.rows(), rank, true);
  }

  private void run(int first, int rows, int rank, boolean start) {
    pass.launch()
        .pointer(convergence.buffer())
        .pointer(pass.residual(first))
        .pointer(sums)
        .pointer(vectors.from(first))
        .pointer(pass.changes())
        .integer(rows)
        .integer(pass.shape.cols())
        .integer(rank)
        .integer(vectors.stride())
        .integer(pass.fused.pitch())
        .integer(pass.fused.stages())
        .flag(start)
        .run(pass.kernels.of(pass.fused).sweep().of(pass.fused), pass.grid(rows));
    pass.addChanges(convergence, rows, rank, sums);
  }
}

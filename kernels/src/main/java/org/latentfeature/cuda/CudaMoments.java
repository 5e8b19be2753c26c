package org.latentfeature.cuda;

import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Moments;

/** Second moments, whose eigenvalues are found on the host. */
final class CudaMoments implements Moments {

  private final CudaRows rows;
  private final Algebra algebra;
  private final SecondMoments moments;

  CudaMoments(CudaRows rows, Algebra algebra, StopSignal stop) {
    this.rows = rows;
    this.algebra = algebra.pausing(stop::check);
    moments = new SecondMoments(rows.device, rows.shape, rows.x, stop);
  }

  @Override
  public Dense rowGram() {
    rows.device.context().enter();
    return moments.rows();
  }

  @Override
  public Dense columnGram() {
    rows.device.context().enter();
    return moments.cols();
  }

  @Override
  public double[] squaredSingularValues() {
    rows.device.context().enter();
    boolean wide = rows.shape.rows() <= rows.shape.cols();
    return Moments.squares(algebra.eigenvalues(wide ? moments.rows() : moments.cols()));
  }

  @Override
  public void close() {
    // What it takes, it takes for as long as a call.
  }
}

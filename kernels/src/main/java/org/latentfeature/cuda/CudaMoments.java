package org.latentfeature.cuda;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.Moments;

/** Second moments. */
final class CudaMoments implements Moments {

  private final CudaRows rows;
  private final SecondMoments moments;

  CudaMoments(CudaRows rows, StopSignal stop) {
    this.rows = rows;
    moments =
        new SecondMoments(
            rows.device,
            rows.shape,
            rows.x,
            rows.device.kernels().twofold,
            SecondMoments.TERMS,
            stop);
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
  public void close() {
    // What it takes, it takes for as long as a call.
  }
}

package org.latentfeature.backend.contract;

import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/** Adds up what is open at once, where loaded rows take memory too. */
public final class CountedMemory extends ForwardingBackend {

  private long open;
  private long most;
  private boolean searches;

  /** Bytes that are open. */
  public long open() {
    return open;
  }

  /** Most bytes that were open at once. */
  public long most() {
    return most;
  }

  /** Whether a search for atoms was opened. */
  public boolean searches() {
    return searches;
  }

  private void take(long bytes) {
    open += bytes;
    most = Math.max(most, open);
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return 4L * rows * cols + super.bytesNeeded(rows, cols, opened);
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    take(4L * x.size());
    return super.load(x, first, stop);
  }

  @Override
  protected void closed(ResidentRows rows) {
    open -= 4L * rows.rows() * rows.cols();
  }

  @Override
  protected <R extends Resident> R opened(ResidentRows rows, Limits<R> limits, R step) {
    long bytes = super.bytesNeeded(rows.rows(), rows.cols(), List.of(limits));
    take(bytes);
    searches |= limits instanceof AtomSearch.Limits;
    return telling(called -> open -= called.equals("close") ? bytes : 0, step);
  }
}

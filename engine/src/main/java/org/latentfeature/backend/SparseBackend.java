package org.latentfeature.backend;

import java.util.List;
import org.latentfeature.backend.sparse.SparseSteps;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/**
 * A backend as sparse rows see it; see {@link Backend#sparse}. They are in the memory of the host,
 * and its processors do the steps over them, also beside a GPU that has the dense rows.
 */
public final class SparseBackend implements BackendOver {

  private final Backend backend;
  private final SparseSteps steps;

  /** The {@code steps} of {@code backend}, which the caller closes. */
  public SparseBackend(Backend backend, SparseSteps steps) {
    this.backend = backend;
    this.steps = steps;
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public boolean offers(Limits<?> limits) {
    return steps.offers(limits);
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return steps.bytesNeeded(rows, cols, opened);
  }

  @Override
  public long bytesAvailable() {
    return HostMemory.available();
  }

  @Override
  public ResidentRows load(SparseRows x, long first, StopSignal stop) {
    return steps.load(x, first);
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    throw new DataException("dense rows for the steps of sparse ones on " + backend);
  }

  @Override
  public Backend sparse() {
    return this;
  }

  @Override
  public void close() {
    // The backend is its owner's.
  }

  @Override
  public String toString() {
    return backend + ", sparse rows";
  }
}

package org.latentfeature.bench;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.step.Limits;

/** A backend that stays another's, with some of what it does changed. */
public abstract class BorrowedBackend implements Backend {

  /** The backend that does the work. */
  protected final Backend backend;

  /** Does all through {@code backend}, which stays the caller's. */
  protected BorrowedBackend(Backend backend) {
    this.backend = backend;
  }

  @Override
  public Algebra algebra() {
    return backend.algebra();
  }

  @Override
  public BackendInfo info() {
    return backend.info();
  }

  @Override
  public boolean offers(Limits<?> limits) {
    return backend.offers(limits);
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return backend.bytesNeeded(rows, cols, opened);
  }

  @Override
  public long bytesAvailable() {
    return backend.bytesAvailable();
  }

  @Override
  public void close() {
    // The backend is another's.
  }
}

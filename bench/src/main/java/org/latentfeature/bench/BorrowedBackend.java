package org.latentfeature.bench;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendOver;

/** A backend that stays another's, with some of what it does changed. */
public abstract class BorrowedBackend implements BackendOver {

  /** The backend that does the work. */
  protected final Backend backend;

  /** Does all through {@code backend}, which stays the caller's. */
  protected BorrowedBackend(Backend backend) {
    this.backend = backend;
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public void close() {
    // The backend is another's.
  }
}

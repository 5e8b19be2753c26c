package org.latentfeature.lasso;

import org.latentfeature.backend.BackendException;

/** The backend failed in the middle of a fit, of which this keeps the best so far. */
public final class UnfinishedFitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient FitResult best;

  UnfinishedFitException(BackendException failure, FitResult best) {
    super(failure.getMessage(), failure);
    this.best = best;
  }

  /** The best factorisation before the failure, which may have fewer than K features. */
  public FitResult best() {
    return best;
  }
}

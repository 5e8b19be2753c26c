package org.latentfeature.fit;

import java.util.function.Function;
import org.latentfeature.backend.BackendException;

/** The backend failed during a fit; this exception contains the best result so far. */
public final class UnfinishedFitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final BackendException failure;
  private final transient Object soFar;

  UnfinishedFitException(BackendException failure, Object soFar) {
    super(failure.getMessage(), failure);
    this.failure = failure;
    this.soFar = soFar;
  }

  /** Returns the exception of the backend. */
  public BackendException failure() {
    return failure;
  }

  /**
   * The result before the failure; its ending is {@code failed}.
   *
   * @param kind class of the fit's result
   */
  public <R> R soFar(Class<R> kind) {
    return kind.cast(soFar);
  }

  /**
   * Returns an exception for the same failure, with {@code other} applied to the result so far.
   *
   * @param kind class of the result so far
   */
  public <R> UnfinishedFitException map(Class<R> kind, Function<R, ?> other) {
    return new UnfinishedFitException(failure, other.apply(soFar(kind)));
  }
}

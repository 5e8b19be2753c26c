package org.latentfeature.fit;

import java.util.function.Function;
import org.latentfeature.backend.BackendException;

/** The backend failed in the middle of a fit, of which this keeps what was found until then. */
public final class UnfinishedFitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final BackendException failure;
  private final transient Object soFar;

  UnfinishedFitException(BackendException failure, Object soFar) {
    super(failure.getMessage(), failure);
    this.failure = failure;
    this.soFar = soFar;
  }

  /** What the backend said. */
  public BackendException failure() {
    return failure;
  }

  /**
   * What was found before the failure; it says itself that it {@code failed}.
   *
   * @param kind what the fit returns, if nothing else is said of it
   */
  public <R> R soFar(Class<R> kind) {
    return kind.cast(soFar);
  }

  /** The same with something else made of what was found. */
  public <R> UnfinishedFitException map(Class<R> kind, Function<R, ?> other) {
    return new UnfinishedFitException(failure, other.apply(soFar(kind)));
  }
}

package org.latentfeature.backend;

/** A device or its library failed during a call; the result of that call is lost. */
public final class BackendFailureException extends BackendException {

  private static final long serialVersionUID = 1L;

  /** Names the failed call, its shapes, and the library's error code. */
  public BackendFailureException(String message) {
    super(message);
  }
}

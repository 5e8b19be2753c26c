package org.latentfeature.backend;

/** A device or its library failed in the middle of its work; what it was doing is lost. */
public final class BackendFailureException extends BackendException {

  private static final long serialVersionUID = 1L;

  /** With the call that failed, its shapes, and the library's own name for the failure. */
  public BackendFailureException(String message) {
    super(message);
  }
}

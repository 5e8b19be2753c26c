package org.latentfeature.backend;

/** A backend cannot do what was asked of it on this machine, for no fault of the data. */
public abstract sealed class BackendException extends RuntimeException
    permits BackendUnavailableException, BackendFailureException, OutOfBackendMemoryException {

  private static final long serialVersionUID = 1L;

  BackendException(String message) {
    super(message);
  }
}

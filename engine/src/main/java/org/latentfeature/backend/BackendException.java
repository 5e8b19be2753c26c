package org.latentfeature.backend;

/** A backend cannot do the requested work on this machine; the data are not the cause. */
public abstract sealed class BackendException extends RuntimeException
    permits BackendUnavailableException, BackendFailureException, OutOfBackendMemoryException {

  private static final long serialVersionUID = 1L;

  BackendException(String message) {
    super(message);
  }
}

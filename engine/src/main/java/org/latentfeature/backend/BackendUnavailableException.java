package org.latentfeature.backend;

/** The requested backend cannot run on this machine; the message lists every reason. */
public final class BackendUnavailableException extends BackendException {

  private static final long serialVersionUID = 1L;

  /** An exception with a message for the user. */
  public BackendUnavailableException(String message) {
    super(message);
  }
}

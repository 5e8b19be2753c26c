package org.latentfeature.backend;

/** A backend was asked for that cannot run here; the message gives every reason. */
public final class BackendUnavailableException extends BackendException {

  private static final long serialVersionUID = 1L;

  /** With a message for the user. */
  public BackendUnavailableException(String message) {
    super(message);
  }
}

package org.latentfeature.cli;

/** A command cannot do what it was asked for; the message is for the user, and names a way out. */
final class Failure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  Failure(String message) {
    super(message);
  }
}

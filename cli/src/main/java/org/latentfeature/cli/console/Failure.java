package org.latentfeature.cli.console;

import org.latentfeature.fit.UnfinishedFitException;

/** A command cannot do what it was asked for; the message is for the user, and names a way out. */
public final class Failure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public Failure(String message) {
    super(message);
  }

  /** Creates a failure with a message and its cause. */
  public Failure(String message, Throwable cause) {
    super(message, cause);
  }

  /** The backend failed in the middle of a fit; {@code kept} says what was saved of it. */
  public Failure(UnfinishedFitException cut, String kept) {
    super(cut.getMessage() + "; " + kept, cut);
  }
}

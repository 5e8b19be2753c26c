package org.latentfeature.progress;

/** Work was cut off because its {@link StopSignal} was set; what it would have returned is lost. */
public final class StoppedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Without a stack trace: it is no failure. */
  public StoppedException() {
    super("stopped before it was done", null, false, false);
  }
}

package org.latentfeature.base.progress;

/** Work was interrupted because its {@link StopSignal} was set; its result is lost. */
public final class StoppedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Without a stack trace: this is not a failure. */
  public StoppedException() {
    super("stopped before it was done", null, false, false);
  }
}

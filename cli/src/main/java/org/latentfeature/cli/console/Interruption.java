package org.latentfeature.cli.console;

import java.util.concurrent.CountDownLatch;

/**
 * Ctrl-C, or another polite signal, while a fit runs: the fit is asked to end with the best so far,
 * and the Java machine lives on until the command has saved it and calls {@link #close}. It then
 * ends with the signal's own status (130 for Ctrl-C), so that scripts see the interruption.
 */
public final class Interruption implements AutoCloseable {

  /**
   * The exit status that a shell reports for a program stopped by Ctrl-C: 128 and the number of
   * SIGINT.
   */
  public static final int EXIT_STATUS = 130;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = new Thread(this::request, "interruption");
  private volatile boolean requested;

  private Interruption() {}

  /** Watches for signals until closed. */
  public static Interruption watch() {
    Interruption interruption = new Interruption();
    try {
      Runtime.getRuntime().addShutdownHook(interruption.hook);
    } catch (IllegalStateException e) {
      interruption.requested = true; // the signal came before
    }
    return interruption;
  }

  /** Returns whether the user has interrupted the command. */
  public boolean isRequested() {
    return requested;
  }

  /** Runs on the hook's thread: as long as it does not return, the Java machine stays. */
  private void request() {
    requested = true;
    try {
      finished.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** All is saved and said. */
  @Override
  public void close() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown has begun; the hook returns by itself.
    }
  }
}

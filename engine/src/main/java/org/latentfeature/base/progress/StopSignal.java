package org.latentfeature.base.progress;

/**
 * Stops work before it is done. Long work checks it every few milliseconds, from any of its
 * threads; once set, a signal stays set until the work has ended.
 */
@FunctionalInterface
public interface StopSignal {

  /** Never set. */
  StopSignal NEVER = () -> false;

  /** Set once the thread that created this signal is interrupted; its flag stays set. */
  static StopSignal interruption() {
    return Thread.currentThread()::isInterrupted;
  }

  /** Returns whether to stop the work now. Cheap, and safe to call from any thread. */
  boolean isSet();

  /**
   * Stops the work if the signal is set. Threads that share it may leave their part unfinished, or
   * throw: the thread that began the work throws then.
   *
   * @throws StoppedException if the signal is set
   */
  default void check() {
    if (isSet()) {
      throw new StoppedException();
    }
  }

  /**
   * {@link #check()} before every 64th of many small pieces of work.
   *
   * @param piece number of the piece, from 0
   */
  default void check(int piece) {
    if ((piece & 63) == 0) {
      check();
    }
  }
}

package org.latentfeature.progress;

/**
 * Asks work to end before it is done. Long work asks it every few milliseconds, from any of its
 * threads; a signal that was set stays so until the work has ended.
 */
@FunctionalInterface
public interface StopSignal {

  /** Never set. */
  StopSignal NEVER = () -> false;

  /** Set once the thread that asks for this signal is interrupted; its flag stays set. */
  static StopSignal interruption() {
    return Thread.currentThread()::isInterrupted;
  }

  /** Whether the work is to end now. Cheap, and safe to ask from any thread. */
  boolean isSet();

  /**
   * Cuts the work off if the signal is set. Only for the thread that began the work: threads that
   * share it leave their part where it is, and the first thread says so.
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

package org.latentfeature.progress;

/**
 * Told how far a computation without steps of its own is, on whichever of its threads. What is
 * computed does not depend on who listens.
 */
@FunctionalInterface
public interface WorkListener {

  /** Hears nothing. */
  WorkListener SILENT = (work, done, of) -> {};

  /**
   * Some of the work is done.
   *
   * @param work what it is, in words: {@code scoring rows}
   * @param done how much of it, in a unit that the words tell
   * @param of how much there is of it; 0 if nobody knows
   */
  void onWork(String work, long done, long of);
}

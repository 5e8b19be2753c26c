package org.latentfeature.base.progress;

/**
 * Receives the progress of a computation without steps, on any of its threads. The result does not
 * depend on the listener.
 */
@FunctionalInterface
public interface WorkListener {

  /** Hears nothing. */
  WorkListener SILENT = (work, done, of) -> {};

  /**
   * Some of the work is done.
   *
   * @param work in words: {@code scoring rows}
   * @param done finished amount, in the unit of the words
   * @param of total amount; 0 if unknown
   */
  void onWork(String work, long done, long of);
}

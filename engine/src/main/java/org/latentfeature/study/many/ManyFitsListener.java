package org.latentfeature.study.many;

/** Receives the progress of a run of many fits. */
public interface ManyFitsListener {

  /** Ignores all events and never stops. */
  ManyFitsListener SILENT = (problem, outcome) -> {};

  /** A problem has ended. Called by one of the run's threads at a time. */
  void onOutcome(Problem problem, Outcome outcome);

  /**
   * Returns whether to continue; called between problems and after each greedy step, on any thread.
   * If false, the running fits end without a model, and no further fits begin.
   */
  default boolean goOn() {
    return true;
  }
}

package org.latentfeature.many;

/** Hears how a run of many fits gets on. */
public interface ManyFitsListener {

  /** Hears nothing and never stops. */
  ManyFitsListener SILENT = (problem, outcome) -> {};

  /** A problem is over. One call at a time, on any of the run's threads. */
  void onOutcome(Problem problem, Outcome outcome);

  /**
   * Whether to go on; asked between problems and after each greedy step, on any thread. If not, the
   * fits under way end without a model, and no further ones begin.
   */
  default boolean goOn() {
    return true;
  }
}

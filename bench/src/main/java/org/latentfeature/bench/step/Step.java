package org.latentfeature.bench.step;

/** One step of a fit, ready to be run again and again with the same work each time. */
public interface Step extends AutoCloseable {

  /** Puts back what {@link #run} changed; not part of the step. */
  default void reset() {}

  /**
   * Runs the step.
   *
   * @return what it computed, so that the computation cannot be left out
   */
  Object run();

  /** Frees what the step holds. */
  @Override
  void close();
}

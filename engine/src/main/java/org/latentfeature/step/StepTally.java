package org.latentfeature.step;

import java.util.Map;
import java.util.TreeMap;

/** Counts calls, passes, flops and seconds by step. */
public final class StepTally {

  private final Map<String, Counters.Step> steps = new TreeMap<>();

  /**
   * Adds one call of {@code step}.
   *
   * @param passes number of reads or writes of all entries of X or of its residual
   * @param flops of its matrix products
   * @param startNanos its start time
   */
  public void add(String step, long passes, double flops, long startNanos) {
    double seconds = (System.nanoTime() - startNanos) * 1e-9;
    steps.merge(step, new Counters.Step(1, passes, flops, seconds), Counters.Step::plus);
  }

  /** The counters so far; on the host nothing is copied to a device. */
  public Counters counters() {
    return new Counters(0, 0, Map.copyOf(steps));
  }
}

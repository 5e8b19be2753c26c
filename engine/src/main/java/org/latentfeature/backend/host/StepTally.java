package org.latentfeature.backend.host;

import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.Counters;

/** Adds up calls, flops and seconds by step. */
public final class StepTally {

  private final Map<String, Counters.Step> steps = new TreeMap<>();

  /** Adds one call of {@code step}, begun at {@code startNanos}. */
  public void add(String step, double flops, long startNanos) {
    double seconds = (System.nanoTime() - startNanos) * 1e-9;
    steps.merge(
        step,
        new Counters.Step(1, flops, seconds),
        (a, b) ->
            new Counters.Step(
                a.calls() + b.calls(), a.flops() + b.flops(), a.seconds() + b.seconds()));
  }

  /** The counters so far; on the host nothing crosses to a device. */
  public Counters counters() {
    return new Counters(0, 0, Map.copyOf(steps));
  }
}

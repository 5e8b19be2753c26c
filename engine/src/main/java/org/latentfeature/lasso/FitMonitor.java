package org.latentfeature.lasso;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps the time by phase and the trace, tells the listener, and knows when to stop. */
final class FitMonitor {

  static final String CONVERGED = "converged";

  private final FitListener listener;
  private final long start = System.nanoTime();
  private final long deadline;
  private final Map<String, Double> seconds = new TreeMap<>();
  private final List<FitEvent> trace = new ArrayList<>();
  private @Nullable String ended;
  private boolean outOfSteps;

  FitMonitor(FitListener listener, @Nullable Duration limit) {
    this.listener = listener;
    this.deadline = limit == null ? Long.MAX_VALUE : limit.toNanos();
  }

  /** A piece of work. */
  @FunctionalInterface
  interface Work<T> {
    T run();
  }

  /** Runs {@code work} on the clock of {@code phase}. */
  <T> T time(String phase, Work<T> work) {
    long from = System.nanoTime();
    try {
      return work.run();
    } finally {
      seconds.merge(phase, (System.nanoTime() - from) * 1e-9, Double::sum);
    }
  }

  double elapsed() {
    return (System.nanoTime() - start) * 1e-9;
  }

  Map<String, Double> seconds() {
    Map<String, Double> all = new TreeMap<>(seconds);
    all.put("total", elapsed());
    return all;
  }

  List<FitEvent> trace() {
    return List.copyOf(trace);
  }

  /** Reports a greedy step, unless the fit is already ending. */
  void step(String stage, int step, int columns, double objective, double bound, double rmse) {
    if (ended != null) {
      return;
    }
    FitEvent event = new FitEvent(stage, step, columns, objective, bound, rmse, seconds());
    trace.add(event);
    if (!listener.onStep(event)) {
      ended = "stopped";
    }
  }

  /** Whether the listener or the clock asks for an end. */
  boolean stop() {
    if (ended == null && System.nanoTime() - start > deadline) {
      ended = "time limit";
    }
    return ended != null;
  }

  /** Notes that a convex fit ran out of steps; what follows goes on. */
  void stepLimit() {
    outOfSteps = true;
  }

  String ended() {
    return ended != null ? ended : outOfSteps ? "step limit" : CONVERGED;
  }
}

package org.latentfeature.fit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the time by phase and the trace, tells the listener, and knows when to stop. One fit, one
 * thread.
 */
public final class FitMonitor {

  /** Why a fit ended that nothing cut short. */
  public static final String CONVERGED = "converged";

  private final FitListener listener;
  private final long start = System.nanoTime();
  private final long deadline;
  private final Map<String, Double> seconds = new TreeMap<>();
  private final List<FitEvent> trace = new ArrayList<>();
  private @Nullable String ended;
  private boolean outOfSteps;

  /**
   * Starts the clock.
   *
   * @param limit when {@link #stop} asks for an end; null for never
   */
  public FitMonitor(FitListener listener, @Nullable Duration limit) {
    this.listener = listener;
    this.deadline = limit == null ? Long.MAX_VALUE : limit.toNanos();
  }

  /** A piece of work. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it. */
    T run();
  }

  /** Runs {@code work} on the clock of {@code phase}. */
  public <T> T time(String phase, Work<T> work) {
    long from = System.nanoTime();
    try {
      return work.run();
    } finally {
      seconds.merge(phase, (System.nanoTime() - from) * 1e-9, Double::sum);
    }
  }

  /** Seconds since the start. */
  public double elapsed() {
    return (System.nanoTime() - start) * 1e-9;
  }

  /** Wall-clock time by phase, and in {@code total}. */
  public Map<String, Double> seconds() {
    Map<String, Double> all = new TreeMap<>(seconds);
    all.put("total", elapsed());
    return all;
  }

  /** The steps so far. */
  public List<FitEvent> trace() {
    return List.copyOf(trace);
  }

  /** Reports a greedy step, unless the fit is already ending. */
  public void step(
      String stage, int step, int columns, double objective, double bound, double rmse) {
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
  public boolean stop() {
    if (ended == null && System.nanoTime() - start > deadline) {
      ended = "time limit";
    }
    return ended != null;
  }

  /** Notes that a convex fit ran out of steps; what follows goes on. */
  public void stepLimit() {
    outOfSteps = true;
  }

  /** Why the fit ended: converged, time limit, stopped or step limit. */
  public String ended() {
    return ended != null ? ended : outOfSteps ? "step limit" : CONVERGED;
  }
}

package org.latentfeature.markov;

import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitMonitor;

/** Counts the steps of a batch fit, reports each, and knows when there may be no more. */
final class BatchRun {

  private final BatchStep next;
  private final Matrix x;
  private final int most;
  private final FitMonitor monitor;
  private int steps;

  BatchRun(BatchStep next, Matrix x, int most, FitMonitor monitor) {
    this.next = next;
    this.x = x;
    this.most = most;
    this.monitor = monitor;
  }

  /** Whether all steps are done, or the listener or the clock asks for an end. */
  boolean over() {
    return steps == most || monitor.stop();
  }

  /** The first step, which is always taken. */
  BatchState first(MarkovParameters start, StatePrior prior) {
    BatchState state = next.first(start, prior);
    report("batch", state);
    return state;
  }

  /** The step after {@code state}; what is reported is the better of that and {@code best}. */
  BatchState step(String stage, BatchState state, BatchState best) {
    BatchState after = next.after(state);
    report(stage, after.bound() >= best.bound() ? after : best);
    return after;
  }

  /** Steps until one raises the bound by at most {@code tolerance} nats an entry of X. */
  BatchState settle(BatchState start, double tolerance) {
    BatchState state = start;
    while (!over()) {
      double before = state.bound();
      state = step("batch", state, state);
      if (state.bound() - before <= tolerance * x.size()) {
        return state;
      }
    }
    if (steps == most) {
      monitor.stepLimit();
    }
    return state;
  }

  private void report(String stage, BatchState state) {
    steps++;
    monitor.step(stage, steps, state.used(), state.bound() / x.rows(), Double.NaN, state.rmse());
  }
}

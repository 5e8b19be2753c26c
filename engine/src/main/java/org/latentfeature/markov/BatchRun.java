package org.latentfeature.markov;

import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitMonitor;

/**
 * Takes the steps of a batch fit, reports each, and knows when there may be no more. Steps on
 * trial, which may be taken back, are counted apart; the bound that is reported is the best so far.
 */
final class BatchRun {

  private final BatchStep next;
  private final Matrix x;
  private final int most;
  private final FitMonitor monitor;
  private int steps;
  private int trialSteps;

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
    report("batch", ++steps, state);
    return state;
  }

  /** Steps until one raises the bound by at most {@code tolerance} nats an entry of X. */
  BatchState settle(BatchState start, double tolerance) {
    BatchState state = start;
    while (!over()) {
      double before = state.bound();
      state = next.after(state);
      report("batch", ++steps, state);
      if (state.bound() - before <= tolerance * x.size()) {
        return state;
      }
    }
    if (steps == most) {
      monitor.stepLimit();
    }
    return state;
  }

  /** Whether all steps on trial are done, or the listener or the clock asks for an end. */
  boolean triedOut() {
    return trialSteps == most || monitor.stop();
  }

  /** The step after {@code state}, on trial: {@code best} is what there is without it. */
  BatchState attempt(BatchState state, BatchState best) {
    BatchState after = next.after(state);
    report("exchange", ++trialSteps, after.bound() > best.bound() ? after : best);
    return after;
  }

  private void report(String stage, int step, BatchState state) {
    monitor.step(stage, step, state.used(), state.bound() / x.rows(), Double.NaN, state.rmse());
  }
}

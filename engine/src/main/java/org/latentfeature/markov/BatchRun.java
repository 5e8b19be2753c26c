package org.latentfeature.markov;

import java.util.HashMap;
import java.util.Map;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.Incumbent;

/**
 * Takes the steps of a batch fit, reports each, and knows when there may be no more. Steps on
 * trial, which may be taken back, are counted apart, by stages; the bound that is reported is the
 * best so far.
 */
final class BatchRun {

  private final BatchStep next;
  private final MatrixShape shape;
  private final int most;
  private final FitMonitor monitor;
  private final Map<String, Integer> steps = new HashMap<>();
  private final Incumbent<Estimate> incumbent;

  /** On data of {@code shape}; offers every state to {@code incumbent}, by its bound. */
  BatchRun(
      BatchStep next,
      MatrixShape shape,
      int most,
      FitMonitor monitor,
      Incumbent<Estimate> incumbent) {
    this.incumbent = incumbent;
    this.next = next;
    this.shape = shape;
    this.most = most;
    this.monitor = monitor;
  }

  /**
   * Returns whether the batch steps must end: all are done, or the listener or the clock requests
   * an end.
   */
  boolean over() {
    return over(MarkovStages.BATCH);
  }

  /**
   * Returns whether the steps of a stage on trial must end: all are done, or the listener or the
   * clock requests an end.
   */
  boolean over(String stage) {
    return steps.getOrDefault(stage, 0) == most || monitor.stop();
  }

  /** The first step. */
  BatchState first(MarkovParameters start, StatePrior prior) {
    BatchState state = offered(next.first(start, prior));
    report(MarkovStages.BATCH, state);
    return state;
  }

  /** Steps until one raises the bound by at most {@code tolerance} nats an entry of X. */
  BatchState settle(BatchState start, double tolerance) {
    BatchState state = settle(MarkovStages.BATCH, start, start, tolerance);
    if (steps.getOrDefault(MarkovStages.BATCH, 0) == most) {
      monitor.stepLimit();
    }
    return state;
  }

  /**
   * Takes steps on trial until one raises the bound by at most {@code tolerance} nats an entry of
   * X.
   */
  BatchState settle(String stage, BatchState start, BatchState known, double tolerance) {
    BatchState state = start;
    while (!over(stage)) {
      double before = state.bound();
      state = attempt(stage, state, known);
      if (state.bound() - before <= tolerance * shape.size()) {
        break;
      }
    }
    return state;
  }

  /** The step after {@code state}, on trial: {@code known} is what there is without it. */
  BatchState attempt(String stage, BatchState state, BatchState known) {
    BatchState after = offered(next.after(state));
    report(stage, after.bound() > known.bound() ? after : known);
    return after;
  }

  private BatchState offered(BatchState state) {
    incumbent.offer(state.estimate(), state.bound());
    return state;
  }

  private void report(String stage, BatchState state) {
    int step = steps.merge(stage, 1, Integer::sum);
    double bound = state.bound() / shape.rows();
    Map<String, Double> figures = Map.of(MarkovModel.LOWER_BOUND, bound);
    monitor.step(stage, step, state.used(), bound, state.rmse(), figures);
  }
}

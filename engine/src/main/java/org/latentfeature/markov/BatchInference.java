package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.StoppedException;
import org.latentfeature.fit.FitMonitor;

/**
 * Batch variational inference: steps until the lower bound no longer rises, and once it rises but
 * slowly, where that is asked for, a search for other features and for other transitions.
 */
final class BatchInference {

  /** Nats an entry of X that the last step raises the bound by. */
  private static final double CONVERGED = 1e-7;

  /** The same of the last step before the searches. */
  private static final double SETTLED = 5e-5;

  private final BatchRun run;
  private final @Nullable Search search;
  private final FitMonitor monitor;

  /** Ways on from a local optimum. */
  record Search(FeatureExchange features, TransitionSearch transitions) {}

  BatchInference(BatchRun run, @Nullable Search search, FitMonitor monitor) {
    this.run = run;
    this.search = search;
    this.monitor = monitor;
  }

  /**
   * The model that {@code start} leads to.
   *
   * @throws StoppedException if stopped in the first step
   */
  MarkovResult run(MarkovParameters start, StatePrior prior) {
    BatchState first = run.first(start, prior);
    BatchState state;
    try {
      state = converge(first);
    } catch (StoppedException e) {
      state = run.best(first);
    }
    return new MarkovResult(
        state.model(),
        state.bound(),
        state.rmse(),
        state.used(),
        monitor.ended(),
        monitor.trace(),
        monitor.seconds());
  }

  private BatchState converge(BatchState first) {
    BatchState state = first;
    if (search != null) {
      state = run.settle(state, SETTLED);
      if (!run.over()) {
        state = search.transitions().improve(search.features().improve(state), SETTLED);
      }
    }
    return run.settle(state, CONVERGED);
  }
}

package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitMonitor;

/**
 * Batch variational inference: steps until the lower bound no longer rises, with an exchange of
 * features, where one is asked for, once it rises but slowly.
 */
final class BatchInference {

  /** Nats an entry of X that the last step raises the bound by. */
  private static final double CONVERGED = 1e-7;

  /** The same of the last step before features are exchanged. */
  private static final double SETTLED = 5e-5;

  private final BatchRun run;
  private final @Nullable FeatureExchange exchange;
  private final FitMonitor monitor;

  BatchInference(BatchRun run, @Nullable FeatureExchange exchange, FitMonitor monitor) {
    this.run = run;
    this.exchange = exchange;
    this.monitor = monitor;
  }

  /** The model that {@code start} leads to. */
  MarkovResult run(MarkovParameters start, StatePrior prior) {
    BatchState state = run.first(start, prior);
    if (exchange != null) {
      state = run.settle(state, SETTLED);
      state = run.over() ? state : exchange.improve(state);
    }
    state = run.settle(state, CONVERGED);
    return new MarkovResult(
        state.model(),
        state.bound(),
        state.rmse(),
        state.used(),
        monitor.ended(),
        monitor.trace(),
        monitor.seconds());
  }
}

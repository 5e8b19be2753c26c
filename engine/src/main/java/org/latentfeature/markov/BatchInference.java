package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;

/**
 * Batch variational inference: steps until the lower bound no longer rises, and once it rises but
 * slowly, where that is asked for, a search for other features and for other transitions.
 */
final class BatchInference {

  /** Nats an entry of X that the last step raises the bound by. */
  private static final double CONVERGED = 1e-7;

  /** Maximum rise of the bound by the last step before the searches, in nats an entry of X. */
  private static final double SETTLED = 5e-5;

  private final BatchRun run;
  private final @Nullable Search search;

  /** Ways on from a local optimum. */
  record Search(ReplacementTrials features, TransitionSearch transitions) {}

  BatchInference(BatchRun run, @Nullable Search search) {
    this.run = run;
    this.search = search;
  }

  /** The model that {@code start} leads to. */
  Estimate run(MarkovParameters start, StatePrior prior) {
    return converge(run.first(start, prior)).estimate();
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

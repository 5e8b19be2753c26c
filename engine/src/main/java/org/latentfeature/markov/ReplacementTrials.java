package org.latentfeature.markov;

import java.util.List;
import org.latentfeature.fit.FitMonitor;

/**
 * Search around a local optimum of batch inference: replace a feature by another that {@link
 * ReplacementSearch} proposes, take some steps, and keep what raises the lower bound.
 */
final class ReplacementTrials {

  /** Rounds of proposals in a row that all fail, before it is left at that. */
  private static final int FAILURES = 4;

  /** Trials of a round. */
  private static final int TRIALS = 8;

  /** Steps of a trial by which the bound must have risen above the best so far. */
  private static final int MOST_STEPS = 25;

  /** Steps of a trial before it may be given up. */
  private static final int FEWEST_STEPS = 2;

  /** Steps of a trial that succeeds. */
  private static final int STEPS = 10;

  /** A success that raises the bound by less, in nats a row, may be but slow convergence. */
  private static final double SUCCESS = 1e-3;

  private final BatchRun run;
  private final ReplacementSearch search;
  private final FitMonitor monitor;

  ReplacementTrials(BatchRun run, ReplacementSearch search, FitMonitor monitor) {
    this.run = run;
    this.search = search;
    this.monitor = monitor;
  }

  /** The best state found from {@code start} on. */
  BatchState improve(BatchState start) {
    BatchState best = start;
    int failures = 0;
    while (failures < FAILURES && !run.over(MarkovStages.EXCHANGE)) {
      BatchState found = round(best);
      failures = succeeds(found, best) ? 0 : failures + 1;
      best = found;
    }
    return best;
  }

  private static boolean succeeds(BatchState found, BatchState before) {
    return found.bound() - before.bound() > SUCCESS * found.paths().count();
  }

  /** The first success, or the best state. */
  private BatchState round(BatchState start) {
    BatchState best = start;
    List<Replacement> proposals =
        monitor.time(MarkovStages.EXCHANGE, () -> search.of(start.model(), start.paths()));
    for (Replacement r : proposals.subList(0, Math.min(TRIALS, proposals.size()))) {
      if (run.over(MarkovStages.EXCHANGE) || succeeds(best, start)) {
        break;
      }
      BatchState tried = trial(start.with(r.model()), best);
      if (tried.bound() > best.bound()) {
        best = tried;
      }
    }
    return best;
  }

  private BatchState trial(BatchState changed, BatchState best) {
    BatchState state = changed;
    for (int step = 1; step <= MOST_STEPS && !run.over(MarkovStages.EXCHANGE); step++) {
      double before = state.bound();
      state = run.attempt(MarkovStages.EXCHANGE, state, best);
      double missing = best.bound() - state.bound();
      boolean hopeless = missing > (MOST_STEPS - step) * (state.bound() - before);
      if (missing < 0 ? step >= STEPS : step >= FEWEST_STEPS && hopeless) {
        break;
      }
    }
    return state;
  }
}

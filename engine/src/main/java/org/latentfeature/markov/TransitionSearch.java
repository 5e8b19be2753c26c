package org.latentfeature.markov;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.markov.ChainFit.Chain;
import org.latentfeature.step.coding.Paths;

/**
 * Search around a local optimum of batch inference for other transitions. Transitions and the sets
 * of features of rows reinforce each other from the first steps, when neither is known. So rows are
 * coded again as if all transitions were equally likely, transitions are learned from those sets
 * from several random starts, and the result of the best is kept if it raises the lower bound.
 */
final class TransitionSearch {

  /** Rounds, each from what the last came to. */
  private static final int ROUNDS = 3;

  /** Starts of a round. */
  private static final int STARTS = 8;

  /** By how much a count may exceed another at a start, as a share. */
  private static final double SPREAD = 0.2;

  /** Rows that transitions are learned from before all rows count. */
  private static final int MOST_ROWS = 2000;

  private final BatchRun run;
  private final RandomStream random;
  private final FitMonitor monitor;

  TransitionSearch(BatchRun run, MarkovOptions options, FitMonitor monitor) {
    this.run = run;
    this.monitor = monitor;
    random = new RandomStream(options.seed(), "markov transitions");
  }

  /**
   * The best state found from {@code start} on.
   *
   * @param tolerance nats an entry of X that the last step of a trial raises the bound by
   */
  BatchState improve(BatchState start, double tolerance) {
    BatchState best = start;
    for (int round = 0; round < ROUNDS && !run.over(MarkovStages.TRANSITIONS); round++) {
      BatchState found = round(best, tolerance);
      if (found.bound() <= best.bound()) {
        break;
      }
      best = found;
    }
    return best;
  }

  private BatchState round(BatchState best, double tolerance) {
    int states = best.model().features() + 1;
    int all = best.paths().count();
    BatchState alike = best.with(best.paths(), alike(states, all, 0), best.prior());
    BatchState coded = run.attempt(MarkovStages.TRANSITIONS, alike, best);
    BatchState better = coded.bound() > best.bound() ? coded : best;
    Chain chain =
        monitor.time(MarkovStages.TRANSITIONS, () -> learned(coded.paths(), states, best.prior()));
    BatchState learned = best.with(coded.paths(), chain.counts(), chain.prior());
    BatchState found = run.settle(MarkovStages.TRANSITIONS, learned, better, tolerance);
    return found.bound() > better.bound() ? found : better;
  }

  /** The best of several chains for the sets of features of {@code paths}. */
  private Chain learned(Paths paths, int states, StatePrior prior) {
    int[] part = EvenRows.of(paths.count(), MOST_ROWS);
    ChainFit fit = new ChainFit(paths, part);
    Chain best = fit.from(alike(states, part.length, SPREAD), prior, monitor::stop);
    for (int start = 2; start <= STARTS && !monitor.stop(); start++) {
      Chain chain = fit.from(alike(states, part.length, SPREAD), prior, monitor::stop);
      best = chain.bound() > best.bound() ? chain : best;
    }
    double[] counts = best.counts().values();
    for (int i = 0; i < counts.length; i++) {
      counts[i] *= (double) paths.count() / part.length;
    }
    return best;
  }

  /**
   * Counts of transitions, all alike: a row's number of them from each state.
   *
   * @param spread share by which one may exceed another
   */
  private Dense alike(int states, int rows, double spread) {
    Dense counts = new Dense(states, states);
    double each = (double) rows / states;
    for (int i = 0; i < counts.values().length; i++) {
      counts.values()[i] = each * (1 + spread * random.nextDouble());
    }
    return counts;
  }
}

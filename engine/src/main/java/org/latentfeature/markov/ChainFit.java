package org.latentfeature.markov;

import java.util.function.BooleanSupplier;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.coding.PathOrders;
import org.latentfeature.step.coding.PathWorth;
import org.latentfeature.step.coding.Paths;

/**
 * Transitions alone, learned from the sets of features of some rows: expectation-maximisation
 * between the orders of each row's features and the transitions, which is batch inference with
 * everything else held.
 */
final class ChainFit {

  private static final int MOST_STEPS = 200;

  /** Nats a row that the last step gains. */
  private static final double CONVERGED = 1e-4;

  private final Paths paths;
  private final int[] rows;

  /** From the given rows of {@code paths}; the order of one of more than 8 features counts. */
  ChainFit(Paths paths, int[] rows) {
    this.paths = paths;
    this.rows = rows;
  }

  /**
   * Transitions.
   *
   * @param counts expected numbers over the rows, (K+1)×(K+1)
   * @param prior best for them
   * @param bound the lower bound of the rows' transitions
   */
  record Chain(Dense counts, StatePrior prior, double bound) {}

  /** The result from {@code counts} and {@code prior}, or the state when {@code stop} is set. */
  Chain from(Dense counts, StatePrior prior, BooleanSupplier stop) {
    Chain chain = step(counts, prior);
    for (int step = 1; step < MOST_STEPS && !stop.getAsBoolean(); step++) {
      Chain next = step(chain.counts(), chain.prior());
      boolean last = next.bound() - chain.bound() <= CONVERGED * rows.length;
      chain = next;
      if (last) {
        break;
      }
    }
    return chain;
  }

  private Chain step(Dense present, StatePrior prior) {
    Dense expectations = Transitions.logExpectations(present, prior.weights());
    PathOrders orders = new PathOrders(expectations);
    Dense counts = new Dense(present.rows(), present.cols());
    double worth = 0;
    for (int row : rows) {
      worth += orders.take(paths, row);
      orders.count(counts);
    }
    StatePrior next = prior.updated(counts);
    double bound = worth - PathWorth.of(expectations, counts) + next.bound(counts);
    return new Chain(counts, next, bound);
  }
}

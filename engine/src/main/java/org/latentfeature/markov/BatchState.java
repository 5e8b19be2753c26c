package org.latentfeature.markov;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.coding.Paths;

/**
 * The state of batch inference after a step. Treat as immutable.
 *
 * @param model best for the paths
 * @param prior of the transitions, best for the paths
 * @param paths of all rows
 * @param bound the evidence lower bound (docs/markov.md, section 5) of the paths under the model by
 *     which they were found, which the present one's is not below
 * @param rmse root mean square of X − E[Z] W over known entries
 * @param used number of features that some row has
 */
record BatchState(
    MarkovParameters model, StatePrior prior, Paths paths, double bound, double rmse, int used) {

  /** Its model alone. */
  Estimate estimate() {
    return new Estimate(model, bound, rmse, used);
  }

  /** Returns this state with other paths and transitions, whose bound is not known. */
  BatchState with(Paths coded, Dense counts, StatePrior chain) {
    MarkovParameters other =
        new MarkovParameters(
            model.w(), counts, chain.weights(), model.variance(), model.precision());
    return new BatchState(other, chain, coded, Double.NEGATIVE_INFINITY, rmse, used);
  }

  /** Returns this state with another model, whose bound is not known. */
  BatchState with(MarkovParameters other) {
    return new BatchState(other, prior, paths, Double.NEGATIVE_INFINITY, rmse, used);
  }
}

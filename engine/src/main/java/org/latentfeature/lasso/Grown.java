package org.latentfeature.lasso;

import org.latentfeature.fit.factor.Factors;

/**
 * A model of a path.
 *
 * @param floor lower bound of the squared error of any Z, W; NaN if unknown
 * @param seconds since the start, when this K was finished
 */
record Grown(Factors factors, double floor, double seconds) {

  Grown with(Factors other) {
    return new Grown(other, floor, seconds);
  }

  /** Returns this model with {@code other} as its factors, if those are better. */
  Grown orBetter(Factors other) {
    return new Grown(factors.orBetter(other), floor, seconds);
  }
}

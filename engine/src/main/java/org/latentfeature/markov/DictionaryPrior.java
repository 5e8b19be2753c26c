package org.latentfeature.markov;

import org.latentfeature.base.linalg.Dense;

/**
 * The prior of the dictionary, whose entries are N(0, 1/η).
 *
 * @param precision η
 */
record DictionaryPrior(double precision) {

  /**
   * Returns the prior with the η that is given, or else with the η at which entries of features are
   * as large as those of the data, so that a fit of X and one of a multiple of X give the same
   * features.
   *
   * @param meanSquare of the known entries of X, above 0
   */
  static DictionaryPrior of(MarkovOptions options, double meanSquare) {
    Double given = options.eta();
    return new DictionaryPrior(given == null ? 1 / meanSquare : given);
  }

  /** ln p(W). */
  double logDensity(Dense w) {
    return 0.5 * w.values().length * Math.log(precision / (2 * Math.PI))
        - 0.5 * precision * w.squaredNorm();
  }
}

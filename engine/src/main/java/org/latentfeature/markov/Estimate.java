package org.latentfeature.markov;

import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOrigin;

/**
 * A model and its figures on the rows that it was last fitted to.
 *
 * @param bound their evidence lower bound; NaN if unknown
 * @param rmse root mean square of X − E[Z] W over their known entries
 * @param used number of features that some of them have
 */
record Estimate(MarkovParameters model, double bound, double rmse, int used) {

  /**
   * Returns the result of a fit that ends with this estimate; its features are numbered by what
   * they explain.
   */
  MarkovResult result(FitMonitor monitor, FitOrigin<MarkovOptions> origin) {
    return new MarkovResult(
        model.inOrder(),
        bound,
        rmse,
        used,
        monitor.ended(),
        monitor.trace(),
        monitor.seconds(),
        origin);
  }
}

package org.latentfeature.step.coding;

import org.latentfeature.base.linalg.Dense;

/**
 * The parameters that score rows and their paths, ln p(x | A) plus the score of the transitions,
 * and sum them. Treat as immutable: the matrices are not copied.
 *
 * @param w dictionary W, K×D, a feature a row
 * @param expectations E ln θ, (K+1)×(K+1), from state to state; state 0 is null, j + 1 is feature j
 * @param variance s², the variance of the noise, above 0
 * @param ridge λs², the precision of the coefficients times s², above 0
 * @param orders which orders of a path's features count
 */
public record PathModel(Dense w, Dense expectations, double variance, double ridge, Orders orders) {

  /** The orders in which the features of a path may have been visited. */
  public enum Orders {
    /** Only the path's own order: the score is Σ E[l, m] over its transitions. */
    FOUND,

    /**
     * All orders, each with its share, for up to {@link PathOrders#MOST} features; otherwise only
     * the path's own. The score is ln Σ exp(score of an order).
     */
    ALL
  }

  /**
   * Checks shapes and ranges.
   *
   * @throws IllegalArgumentException naming what does not fit
   */
  public PathModel {
    int states = w.rows() + 1;
    if (w.rows() < 1 || expectations.rows() != states || expectations.cols() != states) {
      throw new IllegalArgumentException(
          "expectations of %d×%d do not fit a dictionary of %d features"
              .formatted(expectations.rows(), expectations.cols(), w.rows()));
    }
    PathObjective.requirePositive(variance, ridge);
  }

  /** Number of features, K. */
  public int features() {
    return w.rows();
  }
}

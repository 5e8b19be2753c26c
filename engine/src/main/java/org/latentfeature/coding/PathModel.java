package org.latentfeature.coding;

import org.latentfeature.linalg.Dense;

/**
 * By what rows and their paths are weighed, ln p(x | A) + what its transitions are worth, and
 * summed up. Immutable by agreement: the matrices are not copied.
 *
 * @param w dictionary W, K×D, a feature a row
 * @param expectations E ln θ, (K+1)×(K+1), from state to state; state 0 is null, j + 1 is feature j
 * @param variance s², the variance of the noise, above 0
 * @param ridge λs², the precision of the coefficients times s², above 0
 * @param orders which orders of a path's features count
 */
public record PathModel(Dense w, Dense expectations, double variance, double ridge, Orders orders) {

  /** In which orders the features of a path count as visited. */
  public enum Orders {
    /** In that of the path alone: worth Σ E[l, m] over its transitions. */
    FOUND,

    /**
     * In all, each with its share, of up to {@link PathOrders#MOST} features; of more, in that of
     * the path. They are worth ln Σ exp(worth of an order).
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

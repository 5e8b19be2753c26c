package org.latentfeature.ibp.variational;

import org.latentfeature.data.Rows;

/**
 * X divided by its root mean square s: what is inferred from it does not depend on the units of X.
 *
 * @param rows N
 * @param cols D', columns of an exact reduction
 * @param dimensions D: the columns that have noise
 * @param unit s
 */
record Normalisation(int rows, int cols, int dimensions, double unit) {

  /**
   * Computes the normalisation of {@code x} (N×D'), an exact reduction of N×D data, not all zero.
   */
  static Normalisation of(Rows x, int dimensions) {
    double entries = (double) x.rows() * dimensions;
    return new Normalisation(
        x.rows(), x.cols(), dimensions, Math.sqrt(x.facts().squaredNorm() / entries));
  }

  /** ‖X/s‖² = N D. */
  double squaredNorm() {
    return (double) rows * dimensions;
  }
}

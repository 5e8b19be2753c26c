package org.latentfeature.ibp;

import org.latentfeature.base.linalg.Dense;

/**
 * Products of the rows of X with the sums of features, S = ZᵀX (K×D): all that a chain needs of X.
 * Entries are multiples of a power of 2 so small that rounding to them loses nothing that single
 * precision holds, and so large that sums over all rows are exact: they do not depend on the order
 * of the changes, so a chain continued from its Z alone is the same chain, bit for bit.
 */
interface SumProducts {

  /** N. */
  int rows();

  /** Returns products of the same X for another chain; both share what does not change. */
  SumProducts another();

  /** ‖X‖². */
  double squaredNorm();

  /** ‖x_n‖². */
  double squaredNorm(int row);

  /** Begins a sweep: a random order of the rows in which their products are cheap. */
  int[] beginSweep(long seed);

  /** Begins with the features of {@code z}. */
  void start(LiveColumns z);

  /**
   * S x_n.
   *
   * @param into K numbers at least
   */
  void products(int row, double[] into);

  /** Adds x_n to the sum of a feature, or takes it away. */
  void turn(int row, int feature, boolean on);

  /** A feature that no row has. */
  void add();

  /** Removes a feature; the last takes its place. */
  void remove(int feature);

  /** S Sᵀ = Zᵀ X Xᵀ Z, K×K. */
  Dense inner(LiveColumns z);
}

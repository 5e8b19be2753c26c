package org.latentfeature.ibp;

import org.latentfeature.base.progress.StopSignal;

/**
 * One chain of Gibbs sampling with its hyperparameters, in the units of its data. Its future
 * depends on {@link #state} alone, bit for bit. Not thread-safe.
 */
interface Chain extends AutoCloseable {

  /**
   * One sweep over the rows, then a draw of the hyperparameters.
   *
   * @throws org.latentfeature.base.progress.StoppedException if {@code stop} is set; what the chain
   *     is stays what it was after the last whole sweep, and it cannot run on
   */
  void sweep(StopSignal stop);

  /** Where it is after the last whole sweep. */
  ChainState state();

  /** Number of whole sweeps. */
  int sweeps();

  /** K. */
  int features();

  /** σx and σa. */
  Scales scales();

  /** α. */
  double mass();

  /** log p(X, Z | σx, σa, α). */
  double logJoint();

  /** |X − Z Ā|². */
  double squaredError();

  /** Returns whether a feature was not born because K had reached its limit. */
  boolean isFull();

  @Override
  void close();
}

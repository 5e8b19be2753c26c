package org.latentfeature.step;

import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;

/**
 * The rows of X (N×D) on a device, loaded once, for any number of steps and resident codes. They
 * have one owner and one thread, a call by another thread is refused; close everything opened on
 * them first.
 */
public interface ResidentRows extends AutoCloseable {

  /** Number of the first row among all rows, by which random numbers are addressed. */
  long first();

  /** Number of rows of X, N. */
  int rows();

  /** Number of columns of X, D. */
  int cols();

  /**
   * Opens a step, or codes, on the rows.
   *
   * @param limits maximum sizes; an {@link AtomSearch.Limits} opens an {@link AtomSearch}
   * @param stop checked within each long call; interrupts it
   * @throws UnsupportedOperationException naming the backend, if it does not offer the step
   */
  <R extends Resident> R open(Limits<R> limits, StopSignal stop);

  /** Opens a step, or codes, on the rows without a stop signal. */
  default <R extends Resident> R open(Limits<R> limits) {
    return open(limits, StopSignal.NEVER);
  }

  /**
   * A copy of some rows, for outer loops that need a few.
   *
   * @param rows each in 0 … N−1, in any order, repeated or not; at least one
   */
  Matrix copy(int[] rows);

  /** Counts of the work on these rows so far, by all steps; also available after closing. */
  Counters counters();

  /** Frees the rows' memory. Closing twice does nothing. */
  @Override
  void close();
}

package org.latentfeature.step;

import org.latentfeature.data.Matrix;
import org.latentfeature.progress.StopSignal;

/**
 * The rows of X (N×D) on a device, loaded once, for any number of steps and of resident codes. One
 * owner, one thread: a call by another is refused; what is opened on them is closed before them.
 */
public interface ResidentRows extends AutoCloseable {

  /** Number of the first row among all rows, which random numbers are addressed by. */
  long first();

  /** Number of rows of X, N. */
  int rows();

  /** Number of columns of X, D. */
  int cols();

  /**
   * Opens a step, or codes, beside the rows.
   *
   * @param limits what it must hold at most; an {@link AtomSearch.Limits} opens an {@link
   *     AtomSearch}
   * @param stop asked within each of its long calls, which it cuts off
   * @throws UnsupportedOperationException naming the backend, if that has no such step
   */
  <R extends Resident> R open(Limits<R> limits, StopSignal stop);

  /** The same, which nothing cuts off. */
  default <R extends Resident> R open(Limits<R> limits) {
    return open(limits, StopSignal.NEVER);
  }

  /**
   * A copy of some rows, for outer loops that look at a few.
   *
   * @param rows each in 0 … N−1, in any order, repeated or not; at least one
   */
  Matrix copy(int[] rows);

  /** What was done on these rows so far, by all steps; also once they are closed. */
  Counters counters();

  /** Frees the rows' memory. Closing twice does nothing. */
  @Override
  void close();
}

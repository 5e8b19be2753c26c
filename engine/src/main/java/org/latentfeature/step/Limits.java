package org.latentfeature.step;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;

/**
 * The maximum sizes of a step, or of resident codes; the type selects the step. Memory is allocated
 * once, from these.
 *
 * @param <R> type of the step
 */
public interface Limits<R extends Resident> {

  /** A wrapper of {@code opened} that checks the arguments of every call. */
  R checked(R opened, Guard guard);

  /**
   * The step opened on each of several parts of the rows, as one.
   *
   * @param rows all rows
   * @param algebra for work that is not done part by part
   * @throws UnsupportedOperationException if the step needs all rows in one place
   */
  default R inParts(Parts<R> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
    throw new UnsupportedOperationException(
        this + " is not supported on rows in parts; it needs all rows in one place");
  }
}

package org.latentfeature.step;

import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;

/**
 * What a step, or resident codes, are opened for and must hold at most; its type says which. Memory
 * is allocated once, from these.
 *
 * @param <R> what is opened
 */
public interface Limits<R extends Resident> {

  /** What was opened, behind checks of the arguments of every call. */
  R checked(R opened, Guard guard);

  /**
   * What was opened on each of several parts of the rows, as one.
   *
   * @param rows all rows
   * @param algebra for what is not done part by part
   * @throws UnsupportedOperationException if it must have all rows in one place
   */
  default R inParts(Parts<R> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
    throw new UnsupportedOperationException(
        this + " is not supported on rows in parts; it needs all rows in one place");
  }
}

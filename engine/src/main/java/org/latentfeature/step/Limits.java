package org.latentfeature.step;

/**
 * What a step, or resident codes, are opened for and must hold at most; its type says which. Memory
 * is allocated once, from these.
 *
 * @param <R> what is opened
 */
public interface Limits<R extends Resident> {

  /** What was opened, behind checks of the arguments of every call. */
  R checked(R opened, Guard guard);
}

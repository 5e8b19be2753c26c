package org.latentfeature.evidence;

/**
 * A result: a record of the setting that was measured, and of what came of it.
 *
 * @param <S> the setting, a record of all that decides the result
 */
public interface Measured<S> {

  /** Returns the setting. */
  S setting();
}

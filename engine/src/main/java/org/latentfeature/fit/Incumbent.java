package org.latentfeature.fit;

import org.jspecify.annotations.Nullable;

/**
 * The best that a fit has come across, whatever it was about: what it ends with when it is stopped,
 * and what is kept of it when its backend fails.
 *
 * @param <T> where a fit stands, whole without the backend
 */
public final class Incumbent<T> {

  private @Nullable T best;
  private double worth = Double.NEGATIVE_INFINITY;

  /**
   * Takes {@code found} if it is the first, or worth more than the best so far.
   *
   * @param value of what is offered
   */
  public void offer(T found, double value) {
    if (best == null || value > worth) {
      best = found;
      worth = value;
    }
  }

  /** The best so far; null if there is none. */
  public @Nullable T best() {
    return best;
  }
}

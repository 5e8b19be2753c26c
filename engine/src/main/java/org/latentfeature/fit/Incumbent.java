package org.latentfeature.fit;

import org.jspecify.annotations.Nullable;

/**
 * The best result so far of a fit: its result when it is stopped or its backend fails.
 *
 * @param <T> a result that is usable without the backend
 */
public final class Incumbent<T> {

  private @Nullable T best;
  private double worth = Double.NEGATIVE_INFINITY;

  /**
   * Keeps {@code found} if it is the first, or of higher value than the best so far.
   *
   * @param value of {@code found}
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

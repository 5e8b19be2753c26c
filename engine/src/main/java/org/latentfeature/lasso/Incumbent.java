package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;

/**
 * The best factorisation that a fit has come across, whatever it was about: what it ends with when
 * it is stopped.
 */
final class Incumbent {

  private final int most;
  private @Nullable Factors best;
  private double mu = Double.NaN;

  /** None yet, of at most {@code most} features. */
  Incumbent(int most) {
    this.most = most;
  }

  /**
   * Takes {@code factors} if they have features, not too many, and the least squared error so far.
   *
   * @param penalty of the convex fit that they come from, NaN if from none
   */
  void offer(Factors factors, double penalty) {
    int k = factors.z().cols();
    boolean fits = k >= 1 && k <= most;
    if (fits && (best == null || factors.squaredError() < best.squaredError())) {
      best = factors;
      mu = penalty;
    }
  }

  /** The best so far; null if there is none. */
  @Nullable Factors best() {
    return best;
  }

  /** Its penalty. */
  double mu() {
    return mu;
  }
}

package org.latentfeature.lasso;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The best of all factorisations with at most so many features, for a fit that is cut off. */
final class BestSoFar {

  private final int mostFeatures;
  private @Nullable Factors best;

  BestSoFar(int mostFeatures) {
    this.mostFeatures = mostFeatures;
  }

  /** Keeps {@code factors} if none before left as little error; returns them. */
  Factors offer(Factors factors) {
    int k = factors.z().cols();
    if (k > 0
        && k <= mostFeatures
        && !(best != null && best.squaredError() <= factors.squaredError())) {
      best = factors;
    }
    return factors;
  }

  Optional<Factors> get() {
    return Optional.ofNullable(best);
  }
}

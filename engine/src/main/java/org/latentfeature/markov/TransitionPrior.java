package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.Range;

/**
 * What is supposed of the transitions between states before data are seen.
 *
 * @param alpha α, total weight of a row; null for K + 1, one for each state
 * @param gamma γ of the sticks of a hierarchical Dirichlet process, cut off at K features; null for
 *     a finite model, all states alike
 */
public record TransitionPrior(@Nullable Double alpha, @Nullable Double gamma) {

  /** One for each state. */
  public static final TransitionPrior FINITE = new TransitionPrior(null, null);

  /** One for each state on average, and the data say how many they need. */
  public static final TransitionPrior INFINITE = new TransitionPrior(null, 1.0);

  /** Checks the ranges. */
  public TransitionPrior {
    Range.POSITIVE.require("alpha", alpha);
    Range.POSITIVE.require("gamma", gamma);
  }

  /** Whether the data say how many features they need. */
  public boolean infinite() {
    return gamma != null;
  }

  /** α of a model of {@code k} features: as given, or K + 1. */
  public double concentration(int k) {
    return alpha == null ? k + 1 : alpha;
  }
}

package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.Range;

/**
 * The prior of the transitions between states.
 *
 * @param alpha α, total weight of a row; null for K + 1, one for each state
 * @param gamma γ of the sticks of a hierarchical Dirichlet process, truncated at K features; null
 *     for a finite model, in which all states are alike
 */
public record TransitionPrior(@Nullable Double alpha, @Nullable Double gamma) {

  /** One for each state. */
  public static final TransitionPrior FINITE = new TransitionPrior(null, null);

  /** Weight 1 for each state on average; the number of features is learned. */
  public static final TransitionPrior INFINITE = new TransitionPrior(null, 1.0);

  /** Checks the ranges. */
  public TransitionPrior {
    Range.POSITIVE.require("alpha", alpha);
    Range.POSITIVE.require("gamma", gamma);
  }

  /** Returns whether the number of features is learned from the data. */
  public boolean infinite() {
    return gamma != null;
  }

  /** α of a model of {@code k} features: as given, or K + 1. */
  public double concentration(int k) {
    return alpha == null ? k + 1 : alpha;
  }
}

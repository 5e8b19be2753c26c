package org.latentfeature.markov;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.coding.PathStatistics;

/**
 * Sums over all rows as estimated from batches, s ← (1−ρ) s + ρ (N/|C|) s_C: the natural-gradient
 * step of stochastic variational inference. They start as if every feature had been drawn equally
 * often with the start's dictionary: S2 = N/(Kλ) I, S1 = S2 W.
 */
final class RunningSums {

  private final int rows;
  private final Dense moments;
  private final Dense cross;
  private final Dense transitions;
  private double expectedSquaredError;
  private double known;

  RunningSums(MarkovParameters start, int rows) {
    this.rows = rows;
    int k = start.features();
    double each = rows / (k * start.precision());
    moments = new Dense(k, k);
    cross = start.w().copy();
    for (int i = 0; i < k; i++) {
      moments.set(i, i, each);
    }
    for (int i = 0; i < cross.values().length; i++) {
      cross.values()[i] *= each;
    }
    transitions = start.counts().copy();
    known = (double) rows * start.cols();
    expectedSquaredError = known * start.variance();
  }

  /** Moves by {@code rate} towards the sums of a batch, scaled up to all rows. */
  void move(PathStatistics batch, double rate) {
    double share = rate * rows / batch.rows();
    move(moments, batch.moments(), rate, share);
    move(cross, batch.cross(), rate, share);
    move(transitions, batch.transitions(), rate, share);
    expectedSquaredError = (1 - rate) * expectedSquaredError + share * batch.expectedSquaredError();
    known = (1 - rate) * known + share * batch.known();
  }

  private static void move(Dense into, Dense batch, double rate, double share) {
    double[] sums = into.values();
    double[] values = batch.values();
    for (int i = 0; i < sums.length; i++) {
      sums[i] = (1 - rate) * sums[i] + share * values[i];
    }
  }

  /** S2, K×K; not a copy. */
  Dense moments() {
    return moments;
  }

  /** S1, K×D; not a copy. */
  Dense cross() {
    return cross;
  }

  /** Transitions between states, (K+1)×(K+1); not a copy. */
  Dense transitions() {
    return transitions;
  }

  /** Σ E ‖x − W_Aᵀc‖². */
  double expectedSquaredError() {
    return expectedSquaredError;
  }

  /** Number of known entries. */
  double known() {
    return known;
  }
}

package org.latentfeature.lasso;

import java.util.function.DoubleSupplier;

/**
 * Detects that a falling objective has levelled out. If there is a ground truth, five greedy steps
 * lower the objective by at least half a hundredth until it is found; a long tail follows.
 */
final class Levelling {

  private static final double SHARE = 2.5e-4;

  private final DoubleSupplier objective;
  private double before = Double.POSITIVE_INFINITY;

  Levelling(DoubleSupplier objective) {
    this.objective = objective;
  }

  /**
   * Returns whether the objective fell by less than a small share of itself since the last call.
   */
  boolean isReached() {
    double now = objective.getAsDouble();
    boolean reached = before - now <= SHARE * now;
    before = now;
    return reached;
  }
}

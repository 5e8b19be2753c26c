package org.latentfeature.lasso;

import java.util.function.DoubleSupplier;

/**
 * Whether a falling objective has ceased to fall by much from one question to the next. Where there
 * is a truth to find, five greedy steps lower it by half a hundredth and more until it is found;
 * what comes after that is a long tail.
 */
final class Levelling {

  private static final double SHARE = 2.5e-4;

  private final DoubleSupplier objective;
  private double before = Double.POSITIVE_INFINITY;

  Levelling(DoubleSupplier objective) {
    this.objective = objective;
  }

  /** Whether the objective fell by less than a small share of itself since this was last asked. */
  boolean isReached() {
    double now = objective.getAsDouble();
    boolean reached = before - now <= SHARE * now;
    before = now;
    return reached;
  }
}

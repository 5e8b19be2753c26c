package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.PathCoder.Expectation;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.Paths;

/** A round over all rows for one batch step. */
@FunctionalInterface
interface PathRounds {

  /**
   * Finds the paths of all rows by {@code objective}, and sums the rows up by {@code model}.
   *
   * @param old other paths of the rows, kept where their scores are as high or higher; null for
   *     none
   */
  Expectation round(PathObjective objective, PathModel model, @Nullable Paths old);

  /** Returns the rounds over rows that are loaded. */
  static PathRounds of(PathCoder coder, FitMonitor monitor) {
    return (objective, model, old) -> {
      Paths found = monitor.time("coding", () -> coder.code(objective));
      return monitor.time("statistics", () -> coder.expectation(model, found, old));
    };
  }
}

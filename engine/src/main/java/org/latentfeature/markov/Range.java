package org.latentfeature.markov;

import org.jspecify.annotations.Nullable;

/** Checks of options: the message names the option, its value and its range. */
final class Range {

  private Range() {}

  static void requirePositive(String name, @Nullable Double value) {
    require(value == null || (value > 0 && Double.isFinite(value)), name, value, "above 0");
  }

  static void requireIterations(int value) {
    require(value >= 1, "the number of iterations", value, "at least 1");
  }

  static void require(boolean holds, String name, @Nullable Object value, String range) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be " + range);
    }
  }
}

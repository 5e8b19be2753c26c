package org.latentfeature.fit;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Why a fit ended. */
public enum Ending {
  /** The fit converged. */
  CONVERGED,
  /** The listener stopped the fit. */
  STOPPED,
  /** The fit's thread was interrupted. */
  INTERRUPTED,
  TIME_LIMIT,
  STEP_LIMIT,
  /** The backend failed; the best result so far was kept. */
  FAILED;

  /**
   * Returns whether the fit was abandoned: stopped or interrupted, as opposed to converged or at a
   * limit.
   */
  public boolean isGivenUp() {
    return this == STOPPED || this == INTERRUPTED;
  }

  /** The word in models and output: {@code time limit}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * The ending of this word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Ending of(String word) {
    return Arrays.stream(values())
        .filter(ending -> ending.toString().equals(word))
        .findAny()
        .orElseThrow(
            () -> new IllegalArgumentException("\"%s\" is not one of %s".formatted(word, words())));
  }

  /** All words. */
  public static String words() {
    return Arrays.stream(values()).map(Ending::toString).collect(Collectors.joining(", "));
  }
}

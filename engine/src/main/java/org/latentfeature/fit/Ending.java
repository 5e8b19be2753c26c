package org.latentfeature.fit;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Why a fit ended. */
public enum Ending {
  /** Nothing more was to be gained. */
  CONVERGED,
  /** Its listener asked for it. */
  STOPPED,
  /** Its thread was interrupted. */
  INTERRUPTED,
  TIME_LIMIT,
  STEP_LIMIT,
  /** Its backend failed; what was found until then was kept. */
  FAILED;

  /**
   * Whether it is neither a result nor a limit that was asked for: someone wanted no more of it.
   */
  public boolean isGivenUp() {
    return this == STOPPED || this == INTERRUPTED;
  }

  /** As models and answers write it: {@code time limit}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * The one that is so written.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Ending of(String word) {
    return Arrays.stream(values())
        .filter(ending -> ending.toString().equals(word))
        .findAny()
        .orElseThrow(
            () -> new IllegalArgumentException("\"%s\" is none of %s".formatted(word, words())));
  }

  /** All of them, as they are written. */
  public static String words() {
    return Arrays.stream(values()).map(Ending::toString).collect(Collectors.joining(", "));
  }
}

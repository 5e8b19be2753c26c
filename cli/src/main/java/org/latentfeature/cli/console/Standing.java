package org.latentfeature.cli.console;

import java.util.Locale;

/** How far a command is. */
@FunctionalInterface
public interface Standing {

  /** In words, {@code seconds} after the command began. */
  String words(double seconds);

  /** Which part of it is done, 0 … 1; NaN if nobody knows. */
  default double share() {
    return Double.NaN;
  }

  /** A time to go, as a user reads it. */
  static String span(double exact) {
    long seconds = Math.round(Math.max(0, exact));
    return seconds < 120
        ? seconds + " s"
        : seconds < 7200
            ? seconds / 60 + " min"
            : String.format(Locale.ROOT, "%.1f h", seconds / 3600.0);
  }
}

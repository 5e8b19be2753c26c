package org.latentfeature.evidence;

import java.util.Locale;
import java.util.Optional;

/** Numbers as the page writes them. */
public final class Words {

  /** Stands for a number that there is none of. */
  public static final String NONE = "–";

  private Words() {}

  /** An error to four digits that count. */
  public static String error(double value) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    if (value == 0) {
      return "0";
    }
    return value < 1e-4
        ? String.format(Locale.ROOT, "%.1e", value)
        : String.format(Locale.ROOT, value < 1e-3 ? "%.6f" : value < 1e-1 ? "%.5f" : "%.4f", value);
  }

  /** Formats a number in the notation of English. */
  public static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** Formats seconds, with fewer digits the more there are. */
  public static String seconds(double value) {
    return String.format(Locale.ROOT, value < 1 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
  }

  /** A number without needless digits: 25, not 25.0. */
  public static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e9
        ? String.format(Locale.ROOT, "%.0f", value)
        : Double.toString(value);
  }

  /** Formats the lowest error. */
  public static String best(Optional<Spread> spread) {
    return spread.map(s -> error(s.best())).orElse(NONE);
  }

  /** Formats the median error. */
  public static String median(Optional<Spread> spread) {
    return spread.map(s -> error(s.median())).orElse(NONE);
  }

  /** Formats the median of seconds. */
  public static String medianSeconds(Optional<Spread> spread) {
    return spread.map(s -> seconds(s.median())).orElse(NONE);
  }

  /** Formats a share, with its sign. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, Math.abs(share) < .1 ? "%+.2f %%" : "%+.0f %%", 100 * share);
  }
}

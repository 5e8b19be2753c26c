package org.latentfeature.io;

import java.util.Locale;
import java.util.Set;

/** Numbers and missing values in text files. */
public final class NumberText {

  private static final Set<String> MISSING =
      Set.of("", "na", "n/a", "nan", "-nan", "+nan", "null", "none", "?", "#n/a");

  private NumberText() {}

  /** Returns whether {@code text} marks a missing value. */
  public static boolean isMissing(String text) {
    return text.length() <= 4 && MISSING.contains(text.toLowerCase(Locale.ROOT));
  }

  /** Returns whether {@code text} is a number, {@code inf} included. */
  public static boolean isNumber(String text) {
    try {
      parse(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * The value of {@code text}, which may be infinite but is never NaN.
   *
   * @throws NumberFormatException if it is not a number
   */
  public static double parse(String text) {
    if (text.isEmpty()) {
      throw new NumberFormatException("empty");
    }
    char last = text.charAt(text.length() - 1);
    if ((last >= '0' && last <= '9') || last == '.') {
      // Java also reads hexadecimal floats, which no data file means.
      if (text.indexOf('x') >= 0 || text.indexOf('X') >= 0) {
        throw new NumberFormatException(text);
      }
      return Double.parseDouble(text);
    }
    // Java also reads 1d and 1f, which are text here.
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw new NumberFormatException(text);
    };
  }
}

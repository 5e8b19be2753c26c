package org.latentfeature.report.fit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers in sentences and tables. */
final class Quantity {

  private Quantity() {}

  /** A count with its thousands set apart. */
  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A count and what is counted: {@code 1 row}, {@code 2 rows}. */
  static String count(long value, String noun) {
    return count(value) + " " + noun + (value == 1 ? "" : "s");
  }

  /** Four digits. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4));
    double size = Math.abs(value);
    String text = size >= 1e7 || size < 1e-4 ? rounded.toString() : rounded.toPlainString();
    return text.replace("E+", "e").replace("E", "e").replace('-', '−');
  }

  /** A share of 1 in percent. */
  static String percent(double share) {
    double percent = 100 * share;
    if (!Double.isFinite(percent)) {
      return "–";
    }
    int decimals = Math.abs(percent) >= 100 ? 0 : Math.abs(percent) >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f %%", percent).replace('-', '−');
  }

  /** A share of 1 in whole percents. */
  static String whole(double share) {
    return Double.isFinite(share) ? String.format(Locale.ROOT, "%.0f %%", 100 * share) : "–";
  }

  /** A number with one decimal. */
  static String tenths(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }

  /** A number of at most 1 with two decimals and no leading zero, for cells of a matrix. */
  static String hundredths(double value) {
    String text = String.format(Locale.ROOT, "%.2f", Math.abs(value));
    String digits = text.startsWith("0") ? text.substring(1) : text;
    return digits.equals(".00") ? "0" : value < 0 ? "−" + digits : digits;
  }

  /** A number with two decimals and its sign. */
  static String signed(double value) {
    String text = String.format(Locale.ROOT, "%+.2f", value).replace('-', '−');
    return text.substring(1).equals("0.00") ? "0.00" : text;
  }
}

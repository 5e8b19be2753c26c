package org.latentfeature.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers beside an axis: short, and without the rounding errors of their spacing. */
final class AxisNumber {

  private AxisNumber() {}

  /** Four digits at most; a power of ten only where a plain number would be long. */
  static String of(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : "";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros();
    double size = Math.abs(value);
    if (size >= 1e5 || size < 1e-3) {
      int power = rounded.precision() - rounded.scale() - 1;
      return rounded.movePointLeft(power).stripTrailingZeros().toPlainString() + "e" + power;
    }
    return rounded.toPlainString();
  }

  /** Nothing between whole numbers. */
  static String whole(double value) {
    return Math.abs(value - Math.rint(value)) < 1e-9 ? of(Math.rint(value)) : " ";
  }

  /** Nothing beside the lines of a logarithmic axis but 1, 2 and 5 times the powers of ten. */
  static String logarithmic(double value) {
    long leading = Math.round(value / Math.pow(10, Math.floor(Math.log10(value) + 1e-9)));
    return leading == 1 || leading == 2 || leading == 5 ? of(value) : " ";
  }
}

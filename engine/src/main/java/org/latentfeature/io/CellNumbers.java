package org.latentfeature.io;

import org.jspecify.annotations.Nullable;

/**
 * The numbers in the cells of one table. Where semicolons separate the cells, as programs write
 * them in countries of the decimal comma, the decimal mark may be a comma; but it is the same in
 * the whole table, for of two different marks one could separate thousands.
 */
public final class CellNumbers {

  private final boolean commas;

  /** The decimal mark of the numbers read so far; 0 while none has one. */
  private char mark;

  CellNumbers(boolean commas) {
    this.commas = commas;
  }

  /** Returns whether {@code cell} is a number, whatever the decimal marks of the other cells. */
  boolean isNumber(String cell) {
    return NumberText.isNumber(withPoint(cell));
  }

  /**
   * The value of {@code cell}, which may be infinite but is never NaN.
   *
   * @throws NumberFormatException if it is not a number; the message ends a sentence that says so:
   *     it is empty or tells, after a semicolon, what is wrong with the decimal mark
   */
  public double parse(String cell) {
    double value;
    try {
      value = NumberText.parse(withPoint(cell));
    } catch (NumberFormatException e) {
      throw refused(
          isDecimalComma(cell)
              ? "; write a decimal point, or separate the cells by semicolons"
              : "",
          e);
    }
    char own = !commas ? 0 : cell.indexOf(',') >= 0 ? ',' : cell.indexOf('.') >= 0 ? '.' : 0;
    if (own != 0 && mark != 0 && mark != own) {
      throw refused(
          "; earlier numbers have a decimal "
              + (mark == ',' ? "comma" : "point")
              + ": use one mark for all, and no thousands separator",
          null);
    }
    mark = own == 0 ? mark : own;
    return value;
  }

  private static NumberFormatException refused(String hint, @Nullable Throwable cause) {
    NumberFormatException e = new NumberFormatException(hint);
    e.initCause(cause);
    return e;
  }

  private String withPoint(String cell) {
    return commas && isDecimalComma(cell) ? cell.replace(',', '.') : cell;
  }

  private static boolean isDecimalComma(String cell) {
    int comma = cell.indexOf(',');
    return comma >= 0
        && cell.indexOf('.') < 0
        && cell.indexOf(',', comma + 1) < 0
        && NumberText.isNumber(cell.replace(',', '.'));
  }
}

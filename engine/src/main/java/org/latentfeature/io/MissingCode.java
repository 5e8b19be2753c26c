package org.latentfeature.io;

import org.latentfeature.data.DataException;

/**
 * How a file marks missing entries: not at all, by NaN and its forms in text (an empty cell, {@code
 * NA}, {@code ?} …), or also by a number.
 *
 * @param allowed whether entries may be missing; otherwise they are errors
 * @param number that marks a missing entry, besides NaN, before any scaling; NaN for none
 */
public record MissingCode(boolean allowed, double number) {

  /** Every entry must be known. */
  public static final MissingCode REFUSED = new MissingCode(false, Double.NaN);

  /** NaN, and in text its kin. */
  public static final MissingCode NAN = new MissingCode(true, Double.NaN);

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is infinite, or given although no entry may be missing
   */
  public MissingCode {
    if (Double.isInfinite(number)) {
      throw new IllegalArgumentException(
          "the missing code is " + number + "; it must be finite or NaN");
    }
    if (!allowed && !Double.isNaN(number)) {
      throw new IllegalArgumentException(
          "the missing code is " + number + ", but missing entries are not allowed");
    }
  }

  /**
   * This number, and NaN with its forms in text.
   *
   * @throws IllegalArgumentException if it is infinite
   */
  public static MissingCode of(double number) {
    return new MissingCode(true, number);
  }

  /**
   * Parses {@code text}: {@code nan}, or a number.
   *
   * @throws DataException if it is neither
   */
  public static MissingCode parse(String text) {
    if (NumberText.isMissing(text) && !text.isEmpty()) {
      return NAN;
    }
    double number = NumberText.isNumber(text) ? NumberText.parse(text) : Double.NaN;
    if (!Double.isFinite(number)) {
      throw new DataException(
          "the missing code is "
              + Excerpt.of(text)
              + "; it must be nan or a number, for example -9");
    }
    return of(number);
  }

  /** Returns whether this value in a file marks a missing entry. */
  public boolean means(double value) {
    return allowed
        && (Double.isNaN(value)
            || value == number
            // An array of 32-bit floats holds the number rounded.
            || (Float.isFinite((float) number) && (float) value == (float) number));
  }

  /** The form that {@link #parse} reads, if entries may be missing. */
  @Override
  public String toString() {
    if (!allowed) {
      return "refused";
    }
    return Double.isNaN(number) ? "nan" : Double.toString(number);
  }
}

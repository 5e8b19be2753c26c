package org.latentfeature.io;

import org.latentfeature.data.DataException;

/**
 * How a file says that an entry is not known: not at all, by NaN and what people write for it in
 * text (an empty cell, {@code NA}, {@code ?} …), or by a number besides.
 *
 * @param allowed whether entries may be missing; where not, they are errors
 * @param number what stands for a missing entry, besides NaN, before any scaling; NaN where no
 *     number does
 */
public record MissingCode(boolean allowed, double number) {

  /** Every entry must be known. */
  public static final MissingCode REFUSED = new MissingCode(false, Double.NaN);

  /** NaN, and in text its kin. */
  public static final MissingCode NAN = new MissingCode(true, Double.NaN);

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is infinite, or is given where nothing may be missing
   */
  public MissingCode {
    if (Double.isInfinite(number)) {
      throw new IllegalArgumentException("the code of missing entries is " + number);
    }
    if (!allowed && !Double.isNaN(number)) {
      throw new IllegalArgumentException(number + " codes missing entries that are not allowed");
    }
  }

  /**
   * This number, and NaN with its kin.
   *
   * @throws IllegalArgumentException if it is infinite
   */
  public static MissingCode of(double number) {
    return new MissingCode(true, number);
  }

  /**
   * What {@code text} says: {@code nan}, or a number.
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
          "the code of missing entries is "
              + Excerpt.of(text)
              + "; give nan, or the number that stands for them, for example -9");
    }
    return of(number);
  }

  /** Whether this value, as it stands in a file, says that the entry is not known. */
  public boolean means(double value) {
    return allowed
        && (Double.isNaN(value)
            || value == number
            // An array of 32-bit floats holds the number rounded.
            || (Float.isFinite((float) number) && (float) value == (float) number));
  }

  /** What {@link #parse} understands, where anything may be missing. */
  @Override
  public String toString() {
    if (!allowed) {
      return "refused";
    }
    return Double.isNaN(number) ? "nan" : Double.toString(number);
  }
}

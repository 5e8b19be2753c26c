package org.latentfeature.io;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;

/**
 * How a file marks missing entries: not at all, by NaN and its forms in text (an empty cell, {@code
 * NA}, {@code ?} …), or also by a number or a text.
 *
 * @param allowed whether entries may be missing; otherwise they are errors
 * @param number that marks a missing entry, besides NaN, before any scaling; NaN for none
 * @param text of a cell of a table that marks a missing entry, besides those forms; null for none
 */
public record MissingCode(boolean allowed, double number, @Nullable String text) {

  /** Most letters of a text that messages take for a mark. */
  private static final int LONGEST = 12;

  /** Every entry must be known. */
  public static final MissingCode REFUSED = new MissingCode(false, Double.NaN, null);

  /** NaN, and in text its kin. */
  public static final MissingCode NAN = new MissingCode(true, Double.NaN, null);

  /**
   * Checks number and text.
   *
   * @throws IllegalArgumentException if the number is infinite, one of them is given although no
   *     entry may be missing, or the text is that of a number
   */
  public MissingCode {
    if (Double.isInfinite(number)) {
      throw new IllegalArgumentException(
          "the missing code is " + number + "; it must be finite or NaN");
    }
    if (!allowed && (!Double.isNaN(number) || text != null)) {
      throw new IllegalArgumentException(
          "the missing code is "
              + (text == null ? Double.toString(number) : text)
              + ", but missing entries are not allowed");
    }
    if (text != null && (!isText(text) || !Double.isNaN(number))) {
      throw new IllegalArgumentException(
          "the text of missing entries is " + Excerpt.of(text) + "; it must be a single text");
    }
  }

  /**
   * This number, and NaN with its forms in text.
   *
   * @throws IllegalArgumentException if it is infinite
   */
  public static MissingCode of(double number) {
    return new MissingCode(true, number, null);
  }

  /**
   * Parses {@code text}: {@code nan}, a number, or the text of a cell.
   *
   * @throws DataException if it is none of them: empty, infinite, or several with commas between
   */
  public static MissingCode parse(String text) {
    if (NumberText.isMissing(text) && !text.isEmpty()) {
      return NAN;
    }
    if (isText(text.strip())) {
      return new MissingCode(true, Double.NaN, text.strip());
    }
    double number = NumberText.isNumber(text) ? NumberText.parse(text) : Double.NaN;
    if (!Double.isFinite(number)) {
      throw new DataException(
          "the missing code is "
              + Excerpt.of(text)
              + "; it must be nan, a number such as -9, or the text of a cell such as k.A., without a comma");
    }
    return of(number);
  }

  /** Returns whether {@code text} may stand in a cell beside numbers and marks of its own. */
  private static boolean isText(String text) {
    return !text.isBlank()
        && text.strip().equals(text)
        && text.indexOf(',') < 0
        && !NumberText.isNumber(text)
        && !NumberText.isMissing(text);
  }

  /** Returns whether this value in a file marks a missing entry. */
  public boolean means(double value) {
    return allowed
        && (Double.isNaN(value)
            || value == number
            // An array of 32-bit floats holds the number rounded.
            || (Float.isFinite((float) number) && (float) value == (float) number));
  }

  /** Returns whether a cell of a table, without blanks at its ends, marks a missing entry. */
  public boolean means(String cell) {
    return allowed && (NumberText.isMissing(cell) || cell.equals(text));
  }

  /**
   * The note on a text that marks nothing; empty if there is no such text.
   *
   * @param marked whether a cell has it
   */
  public String unused(boolean marked, Path path) {
    return text == null || marked
        ? ""
        : "no value of %s is %s, the text of missing entries".formatted(path, Excerpt.of(text));
  }

  /** The end of advice on a cell of text: how it becomes a missing entry, if it may be one. */
  static String wayOut(String cell) {
    return isText(cell) && cell.length() <= LONGEST
        ? "; or %s %s if it marks a missing value".formatted(Phrase.MISSING_CODE, Excerpt.of(cell))
        : "";
  }

  /** The form that {@link #parse} reads, if entries may be missing. */
  @Override
  public String toString() {
    if (!allowed) {
      return "refused";
    }
    String code = Double.isNaN(number) ? "nan" : Double.toString(number);
    return text == null ? code : text;
  }
}

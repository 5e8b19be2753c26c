package org.latentfeature.io;

import java.util.regex.Pattern;

/**
 * A cell of text in a table that a spreadsheet may open, which would take {@code =…}, {@code +…},
 * {@code -…} and {@code @…} for formulas and run them. By the convention of spreadsheets a leading
 * apostrophe marks text. It is written before such names and removed when a header is read, so that
 * names are read unchanged; numbers never get one.
 */
public final class TextCell {

  /** Also names that begin with an apostrophe, so that it is not removed. */
  private static final Pattern FORMULA = Pattern.compile("(?s)'*([=+\\-@\\t\\r＝＋－＠].*)");

  private TextCell() {}

  /** {@code text} as it is written. */
  public static String guarded(String text) {
    return isFormula(text) ? "'" + text : text;
  }

  /** Returns the text that {@link #guarded} turned into {@code cell}. */
  public static String plain(String cell) {
    return cell.startsWith("'") && isFormula(cell.substring(1)) ? cell.substring(1) : cell;
  }

  private static boolean isFormula(String text) {
    var formula = FORMULA.matcher(text);
    return formula.matches() && !NumberText.isNumber(formula.group(1));
  }
}

package org.latentfeature.io;

import java.util.regex.Pattern;

/**
 * A cell of text in a table that a spreadsheet may open, which would take {@code =…}, {@code +…},
 * {@code -…} and {@code @…} for formulas and run them. By the spreadsheets' own convention an
 * apostrophe before it makes text of anything. It is written before such names and taken off again
 * when a header is read, so that names come back as they were; numbers never get one.
 */
public final class TextCell {

  /** Also names that have apostrophes already, lest one of their own be taken off. */
  private static final Pattern FORMULA = Pattern.compile("(?s)'*([=+\\-@\\t\\r＝＋－＠].*)");

  private TextCell() {}

  /** {@code text} as it is written. */
  public static String guarded(String text) {
    return isFormula(text) ? "'" + text : text;
  }

  /** What {@link #guarded} was given. */
  public static String plain(String cell) {
    return cell.startsWith("'") && isFormula(cell.substring(1)) ? cell.substring(1) : cell;
  }

  private static boolean isFormula(String text) {
    var formula = FORMULA.matcher(text);
    return formula.matches() && !NumberText.isNumber(formula.group(1));
  }
}

package org.latentfeature.report.graph;

import static j2html.TagCreator.tag;

import j2html.tags.ContainerTag;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers and words of an SVG. */
final class SvgText {

  /** Size of the letters, in the drawing's units. */
  static final double SIZE = 9;

  /** Width of an average letter, in sizes; a reader's font can only be guessed. */
  private static final double LETTER = .56;

  private SvgText() {}

  /** A coordinate, to a tenth. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    String plain = text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    return plain.equals("-0") ? "0" : plain;
  }

  /** A probability, to two digits. */
  static String probability(double value) {
    return new BigDecimal(value).round(new MathContext(2)).stripTrailingZeros().toPlainString();
  }

  /** How often a state was used, which need not be whole. */
  static String usage(double times) {
    return String.format(
        Locale.ROOT, times < 9.95 && times != Math.rint(times) ? "%.1f" : "%,.0f", times);
  }

  /** One line of text; where x is its beginning, middle or end is for those around it to say. */
  static ContainerTag<?> line(String text, double x, double baseline) {
    return tag("text").withText(text).attr("x", number(x)).attr("y", number(baseline));
  }

  /** The beginning of {@code text} that fits into {@code width}, with … if that is not all. */
  static String cut(String text, double width) {
    int room = (int) Math.max(2, width / (LETTER * SIZE));
    int[] letters = text.codePoints().toArray();
    return letters.length <= room ? text : new String(letters, 0, room - 1) + "…";
  }

  /** About how wide {@code text} is in letters of {@code size}. */
  static double width(String text, double size) {
    return LETTER * size * text.codePointCount(0, text.length());
  }
}

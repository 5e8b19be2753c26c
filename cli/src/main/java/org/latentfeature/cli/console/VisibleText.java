package org.latentfeature.cli.console;

import java.util.regex.Pattern;

/**
 * Text in which every character is seen. Names and values of files can hold characters that move a
 * terminal's cursor, change its colours or turn the order of what stands beside them; each is
 * written as Java and JSON write it, {@code \}{@code u001b}.
 */
final class VisibleText {

  /** Control characters of both ranges, separators of lines, and marks of direction. */
  private static final String UNSEEN =
      "\\p{Cc}\\x{2028}\\x{2029}\\x{61C}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}";

  private static final Pattern IN_LINE = Pattern.compile("[" + UNSEEN + "]");

  private static final Pattern IN_LINES = Pattern.compile("(?!\\r\\n)[" + UNSEEN + "&&[^\\t\\n]]");

  private VisibleText() {}

  /** {@code text} as part of a line: ends of lines are characters like others. */
  static String line(String text) {
    return escaped(IN_LINE, text);
  }

  /** {@code text} as lines, which may have tabs. */
  static String lines(String text) {
    return escaped(IN_LINES, text);
  }

  private static String escaped(Pattern unseen, String text) {
    return unseen
        .matcher(text)
        .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)));
  }
}

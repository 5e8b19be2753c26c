package org.latentfeature.io;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines before a table of text: comments, and the one by which a file tells Excel its
 * separator.
 *
 * @param lines how many lines come before the table, blank ones among them
 * @param marker the characters with which comments begin, there and later; empty if there are none
 * @param separator that the file tells; empty if it tells none
 */
record TablePreface(int lines, String marker, String separator) {

  /** The line for Excel, which may add more separators, as to every line. */
  private static final Pattern EXCEL = Pattern.compile("(?i)sep=([,;|: \\t]?)[,;\\t]*");

  private static final List<String> SEPARATORS = List.of("\t", ";", ",", "|", " ");

  /** The preface of a text that begins with {@code all} lines. */
  static TablePreface of(List<String> all) {
    int next = skipBlank(all, 0);
    String separator = "";
    if (next < all.size()) {
      Matcher excel = EXCEL.matcher(all.get(next));
      if (excel.matches()) {
        separator = excel.group(1);
        next = skipBlank(all, next + 1);
      }
    }
    int first = next;
    String marker = next < all.size() ? CommentLine.marker(all.get(next)) : "";
    while (!marker.isEmpty() && next < all.size() && all.get(next).startsWith(marker)) {
      next = skipBlank(all, next + 1);
    }
    boolean single = skipBlank(all, first + 1) == next;
    if (single && next < all.size() && namesColumns(all.get(first), all.get(next))) {
      return new TablePreface(first, "", separator);
    }
    return new TablePreface(next, marker, separator);
  }

  /** The first line from {@code from} on that is not blank. */
  private static int skipBlank(List<String> all, int from) {
    int next = from;
    while (next < all.size() && all.get(next).isBlank()) {
      next++;
    }
    return next;
  }

  /** Returns whether a line that begins as a comment names the columns of the row after it. */
  private static boolean namesColumns(String names, String row) {
    if (!CommentLine.marker(row).isEmpty()) {
      return false;
    }
    for (String separator : SEPARATORS) {
      List<String> cells = TableSeparator.split(row, separator);
      List<String> words = TableSeparator.split(names, separator);
      // Between blanks the marker itself would be a name.
      boolean isWord = separator.equals(" ") && words.get(0).equals(CommentLine.marker(names));
      if (cells.size() > 1
          && cells.size() == words.size()
          && !isWord
          && cells.stream().anyMatch(NumberText::isNumber)) {
        return true;
      }
    }
    return false;
  }
}

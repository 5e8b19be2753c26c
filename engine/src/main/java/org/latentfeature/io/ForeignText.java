package org.latentfeature.io;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.latentfeature.data.DataException;

/**
 * Refuses text that other programs write and that is nearly a table, by its first lines. The
 * message names the format and the way to a table.
 */
final class ForeignText {

  /** The line by which a file tells Excel its separator, possibly followed by more separators. */
  private static final Pattern EXCEL = Pattern.compile("(?i)\"?sep=.?\"?[,;\\t]*");

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private final Path path;
  private final TextStart start;
  private final char delimiter;
  private final List<String> first;

  ForeignText(Path path, TextStart start, char delimiter) {
    this.path = path;
    this.start = start;
    this.delimiter = delimiter;
    this.first = start.first(2);
  }

  /**
   * Checks that it is a table.
   *
   * @throws DataException if it is another format
   */
  void requireNone() {
    if (first.isEmpty()) {
      return;
    }
    if (EXCEL.matcher(start.title()).matches()) {
      throw leading("begins with Excel's choice of a separator (%s)", start.title(), 1);
    }
    requireNoComment();
    PlinkPed.requireNone(path, first.stream().map(ForeignText::words).toList());
    requireSeparator();
  }

  private void requireNoComment() {
    int comments = 0;
    List<String> all = start.first(Integer.MAX_VALUE);
    while (comments < all.size() && !CommentLine.marker(all.get(comments)).isEmpty()) {
      comments++;
    }
    boolean names = comments == 1 && all.size() > 1 && isHeader(all.get(0), all.get(1));
    if (comments > 0 && !names) {
      throw leading("begins with comments (%s)", start.title(), comments);
    }
  }

  /** Returns whether {@code names} may name the columns of {@code row}, which has numbers. */
  private boolean isHeader(String names, String row) {
    List<String> cells = cells(row, delimiter);
    return cells.size() == cells(names, delimiter).size()
        && cells.stream().anyMatch(NumberText::isNumber);
  }

  /** The lines before the table are left out by their number. */
  private DataException leading(String what, String line, int count) {
    int last = 0;
    for (int left = count; left > 0; last++) {
      left -= start.lines().get(last).isBlank() ? 0 : 1;
    }
    return refused(
        what.formatted(Excerpt.of(line))
            + ", which tables here cannot have; leave it out: tail -n +"
            + (last + 1)
            + " OLD > NEW");
  }

  /** Numbers that another separator takes apart were not meant to be one cell. */
  private void requireSeparator() {
    if (first.stream().anyMatch(line -> line.indexOf(delimiter) >= 0)) {
      return;
    }
    for (char other : new char[] {',', ';', '|'}) {
      if (other != delimiter && isTable(first.stream().map(line -> cells(line, other)).toList())) {
        throw refused(
            "has cells separated by %s, but should have %s; %s"
                .formatted(
                    name(other),
                    name(delimiter),
                    other == '|'
                        ? "write commas: tr '|' ',' < OLD > NEW.csv"
                        : "give it a name that ends in .csv"));
      }
    }
    if (delimiter != ' ' && isTable(first.stream().map(ForeignText::words).toList())) {
      throw refused(
          "has cells separated by blanks, but should have %s; write single blanks into a .txt file: awk '{$1=$1}1' OLD > NEW.txt"
              .formatted(name(delimiter)));
    }
  }

  private static String name(char separator) {
    return switch (separator) {
      case ',' -> "commas";
      case ';' -> "semicolons";
      case '|' -> "vertical bars";
      case '\t' -> "tabs";
      default -> "blanks";
    };
  }

  /**
   * Returns whether all lines have as many cells, except for one cell less in a header, and the
   * last one has numbers.
   */
  private static boolean isTable(List<List<String>> lines) {
    List<String> last = lines.get(lines.size() - 1);
    int missing = last.size() - lines.get(0).size();
    return last.size() > 1
        && (missing == 0 || missing == 1)
        && last.stream().filter(NumberText::isNumber).count() * 2 >= last.size();
  }

  private static List<String> cells(String line, char separator) {
    return Arrays.stream(line.split(Pattern.quote(Character.toString(separator)), -1))
        .map(String::strip)
        .toList();
  }

  private static List<String> words(String line) {
    return List.of(BLANKS.split(line.strip()));
  }

  private DataException refused(String why) {
    return new DataException(path + " " + why);
  }
}

package org.latentfeature.io;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds what separates the cells of a table of text, by its first two lines. */
final class TableSeparator {

  /** Any number of blanks, as in aligned columns. */
  static final String BLANKS = " ";

  private static final String TAB = "\t";
  private static final Pattern RUN = Pattern.compile(" +");

  private TableSeparator() {}

  /**
   * The separator of a table: the first of tab, semicolon and comma that each of the lines has; a
   * tab in any {@code tsv}; and else what takes the lines apart into as many cells, half of them
   * numbers. Where nothing does, there is one column.
   *
   * @param first the first two lines, or the only one, with all text in quotes cut short
   * @param format csv, tsv or txt
   */
  static String of(List<String> first, String format) {
    List<String> usual = format.equals("tsv") ? List.of(TAB) : List.of(TAB, ";", ",");
    Optional<String> found =
        usual.stream()
            .filter(c -> !first.isEmpty() && first.stream().allMatch(line -> line.contains(c)))
            .findFirst();
    // Commas in a .tsv may be decimal ones.
    Stream<String> others = Stream.of("::", "|", ";", BLANKS).filter(c -> isTable(first, c));
    String otherwise =
        switch (format) {
          case "csv" -> ",";
          case "tsv" -> TAB;
          default -> BLANKS;
        };
    return found.or(others::findFirst).orElse(otherwise);
  }

  /**
   * Returns whether all lines have as many cells, except for one cell less in a header, and the
   * last one has numbers.
   */
  private static boolean isTable(List<String> lines, String separator) {
    List<Integer> sizes = lines.stream().map(line -> split(line, separator).size()).toList();
    if (sizes.isEmpty()) {
      return false;
    }
    List<String> last = split(lines.get(lines.size() - 1), separator);
    int less = last.size() - sizes.get(0);
    return last.size() > 1
        && (less == 0 || less == 1)
        && last.stream().filter(NumberText::isNumber).count() * 2 >= last.size();
  }

  /** The cells of a line without quotes. */
  static List<String> split(String line, String separator) {
    return separator.equals(BLANKS)
        ? List.of(RUN.split(line.strip(), -1))
        : Arrays.stream(line.split(Pattern.quote(separator), -1)).map(String::strip).toList();
  }
}

package org.latentfeature.evidence;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.data.DataException;
import org.latentfeature.io.TextCell;

/** Tab-separated text under a line of column names. Complaints name file, line and column. */
public final class TabTable {

  private final String file;
  private final List<String> names;
  private final List<Row> rows = new ArrayList<>();

  private TabTable(String file, List<String> names) {
    this.file = file;
    this.names = names;
  }

  /**
   * Reads {@code file}, which must have all of {@code columns}, in any order.
   *
   * @throws DataException if it is missing, has no such columns, or a line with more or fewer cells
   */
  public static TabTable read(Path file, String... columns) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new DataException("there is no file " + file);
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw new DataException(file + " is not UTF-8 text; save it as tab-separated UTF-8", e);
    }
    return of(file.toString(), lines, List.of(columns));
  }

  /**
   * The table of {@code lines}.
   *
   * @param file what complaints call it
   * @throws DataException as {@link #read}
   */
  public static TabTable of(String file, List<String> lines, List<String> columns) {
    if (lines.isEmpty()) {
      throw new DataException(file + " is empty; its first line must name the columns");
    }
    TabTable table = new TabTable(file, cells(lines.get(0)));
    for (String column : columns) {
      if (!table.names.contains(column)) {
        throw new DataException(
            "%s, line 1: there is no column '%s'; the columns needed are %s, separated by tabs"
                .formatted(file, column, String.join(", ", columns)));
      }
    }
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        table.rows.add(table.new Row(i + 1, cells(lines.get(i))));
      }
    }
    return table;
  }

  /** Writes lines of cells, the first being the columns' names, in one step. */
  public static void write(Path file, List<List<String>> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(
        line ->
            text.append(line.stream().map(TextCell::guarded).collect(joining("\t"))).append('\n'));
    TextFile.write(file, text.toString());
  }

  /** A number with all its digits; nothing where there is none. */
  public static String cell(double value) {
    return Double.isNaN(value) ? "" : Double.toString(value);
  }

  /** Returns the lines below that of the names. */
  public List<Row> rows() {
    return rows;
  }

  private static List<String> cells(String line) {
    return Arrays.asList(line.split("\t", -1));
  }

  /** One line. */
  public final class Row {

    private final int line;
    private final List<String> cells;

    private Row(int line, List<String> cells) {
      this.line = line;
      this.cells = cells;
      if (cells.size() != names.size()) {
        throw new DataException(
            "%s, line %d has %d cells, but the first line names %d columns"
                .formatted(file, line, cells.size(), names.size()));
      }
    }

    /** The cell of {@code column}, which must not be empty. */
    public String text(String column) {
      String cell = textOrNone(column);
      if (cell.isEmpty()) {
        throw complaint(column, "is empty");
      }
      return cell;
    }

    /** The cell of {@code column}, which may be empty. */
    public String textOrNone(String column) {
      return TextCell.plain(cells.get(names.indexOf(column)).strip());
    }

    /** A finite number. */
    public double number(String column) {
      double value = parse(column, text(column));
      if (!Double.isFinite(value)) {
        throw complaint(column, "is " + value + ", not a finite number");
      }
      return value;
    }

    /** A finite number, or NaN for an empty cell. */
    public double numberOrNone(String column) {
      return cells.get(names.indexOf(column)).isBlank() ? Double.NaN : number(column);
    }

    /** A whole number of at least {@code least}. */
    public int whole(String column, int least) {
      long value = wholeLong(column);
      if (value < least || value > Integer.MAX_VALUE) {
        throw complaint(column, "is " + value + "; it must be at least " + least);
      }
      return (int) value;
    }

    /** Returns a whole number. */
    public long wholeLong(String column) {
      String text = text(column);
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw complaint(column, "is '" + text + "', not a whole number");
      }
    }

    private double parse(String column, String text) {
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw complaint(column, "is '" + text + "', not a number");
      }
    }

    /** Returns a complaint of the cell of {@code column}. */
    public DataException complaint(String column, String what) {
      return new DataException("%s, line %d, column %s %s".formatted(file, line, column, what));
    }
  }
}

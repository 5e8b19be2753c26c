package org.latentfeature.many;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Penalty;

/**
 * A list with a header. Its columns, in any order, of which only {@code data} must be there:
 *
 * <ul>
 *   <li>{@code data}: a file
 *   <li>{@code name}: the model's name
 *   <li>{@code k}: number of features
 *   <li>{@code seed}
 *   <li>{@code penalty}: μ; or {@code relative-penalty}, as a share of the smallest penalty that
 *       keeps every feature out
 *   <li>{@code method}: lasso, path, best or paper
 * </ul>
 *
 * An empty cell leaves its value to the grid.
 */
final class ProblemTable {

  private static final List<String> COLUMNS =
      List.of("data", "name", "k", "seed", "penalty", "relative-penalty", "method");

  private final Path list;
  private final Grid grid;
  private final List<String> header;

  private ProblemTable(Path list, Grid grid, List<String> header) {
    this.list = list;
    this.grid = grid;
    this.header = header;
  }

  static List<ListLine> read(Path list, char separator, Grid grid) throws IOException {
    List<ListLine> lines = new ArrayList<>();
    try (CsvReader<CsvRecord> reader =
            CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .detectBomHeader(true)
                .ofCsvRecord(list, StandardCharsets.UTF_8);
        CloseableIterator<CsvRecord> records = reader.iterator()) {
      if (!records.hasNext()) {
        throw new DataException(list + " is empty; a list has a header and a line for each fit");
      }
      ProblemTable table = new ProblemTable(list, grid, header(list, records.next()));
      while (records.hasNext()) {
        lines.add(table.line(records.next()));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      throw new DataException(list + " cannot be read as a table: " + e.getMessage(), e);
    }
    return lines;
  }

  private static List<String> header(Path list, CsvRecord record) {
    List<String> names =
        record.getFields().stream().map(c -> c.strip().toLowerCase(Locale.ROOT)).toList();
    if (!names.contains("data")) {
      throw new DataException(
          ("the header of %s has no column 'data'; a list has one, and may have %s. If the file is"
                  + " itself the data, name it in a list")
              .formatted(list, String.join(", ", COLUMNS.subList(1, COLUMNS.size()))));
    }
    for (String name : names) {
      if (!COLUMNS.contains(name)) {
        throw new DataException(
            "the header of %s has a column '%s'; a list knows %s"
                .formatted(list, name, String.join(", ", COLUMNS)));
      }
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new DataException("the header of " + list + " names a column twice");
    }
    return names;
  }

  private ListLine line(CsvRecord record) {
    String place = "line " + record.getStartingLineNumber() + " of " + list;
    List<String> cells = record.getFields();
    String source = cell(cells, "data");
    if (source == null) {
      throw new DataException(place + " names no data");
    }
    String k = cell(cells, "k");
    String seed = cell(cells, "seed");
    String mu = cell(cells, "penalty");
    String share = cell(cells, "relative-penalty");
    String method = cell(cells, "method");
    Grid own = grid;
    try {
      if (k != null) {
        own = own.withK(List.of(features(k)));
      }
      if (seed != null) {
        own = own.withSeeds(List.of(whole("seed", seed)));
      }
      if (mu != null && share != null) {
        throw new IllegalArgumentException(
            "it has a penalty and a relative-penalty; leave one of the two cells empty");
      }
      if (mu != null) {
        own = own.withPenalties(List.of(new Penalty.Absolute(number("penalty", mu))));
      }
      if (share != null) {
        own = own.withPenalties(List.of(new Penalty.Relative(number("relative-penalty", share))));
      }
      if (method != null) {
        own = own.withMethods(List.of(method(method)));
      }
    } catch (IllegalArgumentException e) {
      throw new DataException(place + ": " + e.getMessage(), e);
    }
    return new ListLine(
        place, source, ProblemList.data(list, source, place), cell(cells, "name"), own);
  }

  /** The cell in the column of that name; null if it is empty or there is no such column. */
  private @Nullable String cell(List<String> cells, String column) {
    int at = header.indexOf(column);
    if (at < 0 || at >= cells.size()) {
      return null;
    }
    String text = cells.get(at).strip();
    return text.isEmpty() ? null : text;
  }

  private static int features(String text) {
    long k = whole("k", text);
    if (k < 1 || k > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("k is " + k + "; a fit needs at least 1 feature");
    }
    return (int) k;
  }

  private static long whole(String column, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s is '%s', which is not a whole number".formatted(column, text), e);
    }
  }

  private static double number(String column, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s is '%s', which is not a number".formatted(column, text), e);
    }
  }

  private static Method method(String text) {
    for (Method method : Method.values()) {
      if (method.name().equalsIgnoreCase(text)) {
        return method;
      }
    }
    throw new IllegalArgumentException(
        "method is '" + text + "'; there are lasso, path, best and paper");
  }
}

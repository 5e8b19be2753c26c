package org.latentfeature.study.many;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.io.CellNumbers;
import org.latentfeature.io.DelimitedRecord;
import org.latentfeature.io.DelimitedText;
import org.latentfeature.io.Excerpt;
import org.latentfeature.io.NumberText;

/**
 * A list with a header. Its columns, in any order, of which only {@code data} must be there:
 *
 * <ul>
 *   <li>{@code data}: a file
 *   <li>{@code name}: the model's name
 *   <li>{@code k}: number of features
 *   <li>{@code seed}
 *   <li>{@code estimator}: its name
 *   <li>the options of any estimator, by their names
 * </ul>
 *
 * An empty cell, or {@code NA} and the like for a value, leaves it to the grid; NaN is an error.
 */
final class ProblemTable {

  private static final String ESTIMATOR = "estimator";

  private static final List<String> OPTIONS =
      Estimators.all().stream().flatMap(estimator -> estimator.table().names()).distinct().toList();

  private static final List<String> COLUMNS =
      Stream.concat(
              Stream.of("data", "name", FitOptions.K, FitOptions.SEED, ESTIMATOR), OPTIONS.stream())
          .toList();

  private final Path list;
  private final Grid grid;
  private final CellNumbers numbers;
  private final List<ListLine> lines = new ArrayList<>();
  private List<String> header = List.of();

  private ProblemTable(Path list, Grid grid, CellNumbers numbers) {
    this.list = list;
    this.grid = grid;
    this.numbers = numbers;
  }

  static List<ListLine> read(Path list, Grid grid) throws IOException {
    DelimitedText text = DelimitedText.of(list);
    ProblemTable table = new ProblemTable(list, grid, text.numbers());
    text.forEachRecord(true, table::accept);
    if (table.header.isEmpty()) {
      throw new DataException(list + " is empty; write a header, and a line for each fit");
    }
    return table.lines;
  }

  private void accept(DelimitedRecord record) {
    if (header.isEmpty()) {
      header = header(list, record.cells());
    } else {
      lines.add(line(record));
    }
  }

  private static List<String> header(Path list, List<String> cells) {
    List<String> names = cells.stream().map(c -> c.strip().toLowerCase(Locale.ROOT)).toList();
    if (!names.contains("data")) {
      throw new DataException(
          ("the header of %s has no column 'data'; a list needs one, and may have name, k, seed,"
                  + " estimator and options of the estimators; if the file is itself the data, name"
                  + " it in a list")
              .formatted(list));
    }
    for (String name : names) {
      if (!COLUMNS.contains(name)) {
        throw new DataException(
            "the header of %s has a column %s; a list may have %s"
                .formatted(list, Excerpt.of(name), String.join(", ", COLUMNS)));
      }
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new DataException("the header of " + list + " names a column twice");
    }
    return names;
  }

  private ListLine line(DelimitedRecord record) {
    String place = "line " + record.line() + " of " + list;
    List<String> cells = record.cells();
    String source = cell(cells, "data");
    if (source == null) {
      throw new DataException(place + " names no data");
    }
    Grid own = grid;
    try {
      String k = value(cells, FitOptions.K);
      String seed = value(cells, FitOptions.SEED);
      String estimator = value(cells, ESTIMATOR);
      if (estimator != null) {
        own = own.withEstimator(Estimators.named(estimator));
      }
      if (k != null) {
        own = own.withK(List.of(features(k)));
      }
      if (seed != null) {
        own = own.withSeeds(List.of(whole(FitOptions.SEED, seed)));
      }
      own = withOptions(own, cells);
    } catch (IllegalArgumentException e) {
      throw new DataException(place + ": " + e.getMessage(), e);
    }
    return new ListLine(
        place, source, ProblemList.data(list, source, place), cell(cells, "name"), own);
  }

  private Grid withOptions(Grid line, List<String> cells) {
    Grid own = line;
    Map<String, String> columns = new HashMap<>();
    for (String column : header) {
      String text = value(cells, column);
      if (text == null || !OPTIONS.contains(column)) {
        continue;
      }
      FitOption<?, ?> option = own.estimator().table().find(column);
      String other = option == null ? null : columns.put(option.name(), column);
      if (other != null) {
        throw new IllegalArgumentException(
            "it has values for both %s and %s; leave one of the two cells empty"
                .formatted(other, column));
      }
      boolean isNumber = option != null && option.type().isNumber();
      own = own.with(column, List.of(isNumber ? plain(column, text) : text));
    }
    return own;
  }

  /** A number as everyone writes it, wherever this table comes from. */
  private String plain(String column, String text) {
    double value = number(column, text);
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** The cell in the column of that name; null if it is empty or there is no such column. */
  private @Nullable String cell(List<String> cells, String column) {
    int at = header.indexOf(column);
    if (at < 0) {
      return null;
    }
    String text = cells.get(at).strip();
    return text.isEmpty() ? null : text;
  }

  /**
   * Returns the cell in the column of that name; null if it is empty or marks a missing value, as
   * {@code NA} does, or there is no such column. NaN is an error, since it is the result of a
   * failed computation.
   */
  private @Nullable String value(List<String> cells, String column) {
    String text = cell(cells, column);
    if (text != null && text.matches("(?i)[+-]?nan")) {
      throw new IllegalArgumentException(
          "%s is %s, which is not a number; leave the cell empty for the usual value"
              .formatted(column, text));
    }
    return text == null || NumberText.isMissing(text) ? null : text;
  }

  private int features(String text) {
    long k = whole("k", text);
    if (k < 1 || k > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("k is " + k + "; a fit needs at least 1 feature");
    }
    return (int) k;
  }

  private long whole(String column, String text) {
    try {
      number(column, text);
      // Exact where a double is not, and 4.0 is a whole number too, as pandas writes some.
      return new BigDecimal(text).longValueExact();
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s is %s, which is not a whole number".formatted(column, Excerpt.of(text)), e);
    }
  }

  private double number(String column, String text) {
    try {
      return numbers.parse(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s is %s, which is not a number%s".formatted(column, Excerpt.of(text), e.getMessage()),
          e);
    }
  }
}

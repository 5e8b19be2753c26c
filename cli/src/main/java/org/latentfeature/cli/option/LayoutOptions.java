package org.latentfeature.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.fit.FittedData;
import org.latentfeature.io.MatrixFormat.Trait;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.TableLayout;
import org.latentfeature.io.TableLayout.Header;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which lines and columns of a text file are the matrix. */
public final class LayoutOptions {

  @Option(
      names = "--header",
      negatable = true,
      description =
          "Treat the first line of a text file as column names. Text files "
              + "are .csv, .tsv and .txt (default: yes if the line is text, no if "
              + "it is numbers).")
  @Nullable Boolean header;

  @Option(
      names = "--ids",
      paramLabel = "COLUMN",
      description =
          "Column that names the rows, by name or number. Numbers count from "
              + "1. A first column with an empty header is also taken as names "
              + "(default: none; with a model, as in its fit).")
  @Nullable String ids;

  @Option(
      names = "--labels",
      paramLabel = "COLUMN",
      split = ",",
      description =
          "Columns that label the rows, by name or number. Labels are, for "
              + "example, the classes of the rows (default: none; with a model, as "
              + "in its fit).")
  @Nullable List<String> labels;

  @Option(
      names = "--drop",
      paramLabel = "COLUMN",
      split = ",",
      description =
          "Columns to leave out, by name or number (default: none; with a model, as in its fit).")
  @Nullable List<String> dropped;

  @Option(
      names = "--columns",
      paramLabel = "D",
      converter = ColumnCount.class,
      description =
          "Number of columns of a libsvm file. Shorter rows are padded with "
              + "zeros (default: the model's, otherwise the largest index).")
  @Nullable Integer columns;

  /** The options that were given, for messages. */
  public List<String> given() {
    List<String> given = new ArrayList<>();
    if (header != null) {
      given.add(header ? "--header" : "--no-header");
    }
    if (ids != null) {
      given.add("--ids");
    }
    if (labels != null) {
      given.add("--labels");
    }
    if (dropped != null) {
      given.add("--drop");
    }
    if (columns != null) {
      given.add("--columns");
    }
    return given;
  }

  /** How to read a matrix that belongs to no model. */
  public ReadOptions applyTo(ReadOptions options) {
    TableLayout layout =
        TableLayout.DETECTED.withHeader(
            header == null ? Header.DETECTED : header ? Header.PRESENT : Header.ABSENT);
    return options
        .withColumns(columns)
        .withLayout(layout.withColumns(ids, orNone(labels), orNone(dropped)));
  }

  /**
   * How to read a matrix of {@code cols} columns that belongs to a model.
   *
   * @param fitted the options of the model, whose fit may have left columns out
   * @throws Failure if another number of columns was asked for
   */
  public ReadOptions applyTo(ReadOptions options, Path file, int cols, Map<String, String> fitted) {
    if (columns != null && columns != cols) {
      throw new Failure(
          "--columns is %,d, but %s must have %,d columns for this model; drop --columns"
              .formatted(columns, file, cols));
    }
    boolean isOpen = MatrixReader.has(Trait.OPEN_ROWS, file, options);
    ReadOptions all = applyTo(options).withColumns(isOpen ? Integer.valueOf(cols) : null);
    String fittedIds = ids == null ? fitted.get(FittedData.IDS) : null;
    List<String> fittedLabels = remembered(labels, fitted.get(FittedData.LABELS));
    List<String> fittedDropped = remembered(dropped, fitted.get(FittedData.DROPPED));
    Set<String> optional = new HashSet<>(fittedLabels);
    optional.addAll(fittedDropped);
    if (fittedIds != null) {
      optional.add(fittedIds);
    }
    if (ids != null) {
      optional.remove(ids);
    }
    optional.removeAll(orNone(labels));
    optional.removeAll(orNone(dropped));
    return all.withLayout(
        all.layout()
            .withColumns(
                ids == null ? fittedIds : ids,
                labels == null ? fittedLabels : labels,
                dropped == null ? fittedDropped : dropped)
            .whereThere(optional));
  }

  /** Returns the columns that the fit had, where no others are given. */
  private static List<String> remembered(@Nullable List<String> given, @Nullable String fitted) {
    return given != null || fitted == null ? List.of() : Arrays.asList(fitted.split(","));
  }

  private static List<String> orNone(@Nullable List<String> columns) {
    return columns == null ? List.of() : columns;
  }

  /** Reads a number of columns. */
  static final class ColumnCount implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String value) {
      int count;
      try {
        count = Integer.parseInt(value);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + value + "' is not a whole number");
      }
      if (count < 1) {
        throw new TypeConversionException("it is " + count + "; a matrix has at least 1 column");
      }
      return count;
    }
  }
}

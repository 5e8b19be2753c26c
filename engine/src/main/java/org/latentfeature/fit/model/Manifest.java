package org.latentfeature.fit.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.io.Excerpt;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.NumberText;
import org.latentfeature.io.TableLayout;

/**
 * Everything about a model except its matrices: its options, data, backend and figures.
 *
 * @param formatVersion version of the file format that it was read from, {@link #CURRENT_FORMAT}
 *     for a new model; it is always written in the current one
 * @param kind the family of estimators, {@link ModelKind#name}
 * @param software name and version of the program that made it
 * @param options the options of the fit, by name
 * @param seed the seed of the fit
 * @param backend that ran the steps
 * @param rows rows of the data, N
 * @param columns columns of the data, D
 * @param features features of the model, K
 * @param dataHash fingerprint of the data, see {@link org.latentfeature.data.DataHash}
 * @param method that found the model
 * @param rmse root mean square of the residual, over the known entries
 * @param figures further figures of the estimator or its certificate, by name; unknown ones are
 *     absent
 * @param ended why the fit ended
 * @param trace one point for each step of the fit
 * @param seconds wall-clock time by phase
 * @param columnNames names of the D columns; null if the data had none
 * @param featureNames names of the K features, empty for one without; null if none has a name
 * @param rowIds names of the N rows, kept with the codes of a model; null if the data had none
 * @param chosen how the data chose the number of features; null if it was given
 */
public record Manifest(
    int formatVersion,
    String kind,
    String software,
    Map<String, String> options,
    long seed,
    BackendInfo backend,
    int rows,
    int columns,
    int features,
    String dataHash,
    String method,
    double rmse,
    Map<String, Double> figures,
    Ending ended,
    List<TracePoint> trace,
    Map<String, Double> seconds,
    @Nullable List<String> columnNames,
    @Nullable List<String> featureNames,
    @Nullable List<String> rowIds,
    @Nullable ChosenCount chosen) {

  /** The file format written by this version. Format 1 was for the lasso only. */
  public static final int CURRENT_FORMAT = 2;

  /** Name of the figure of {@link #fittedRows}, where they are more than N. */
  public static final String FITTED_ROWS = "fitted_rows";

  /**
   * Keeps unmodifiable copies, maps in the order of their keys.
   *
   * @throws IllegalArgumentException if the format is unknown, there are no rows or columns, the
   *     numbers of column names or row ids are not D and N, or a feature has a name that none can
   *     have, see {@link #withFeatureNames}
   */
  public Manifest {
    require(formatVersion >= 1 && formatVersion <= CURRENT_FORMAT, "formatVersion", formatVersion);
    require(rows >= 1, "rows", rows);
    require(columns >= 1, "columns", columns);
    require(features >= 0, "features", features);
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(software, "software");
    options = Collections.unmodifiableMap(new TreeMap<>(options));
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(dataHash, "dataHash");
    Objects.requireNonNull(method, "method");
    figures = Collections.unmodifiableMap(new TreeMap<>(figures));
    Objects.requireNonNull(ended, "ended");
    trace = List.copyOf(trace);
    seconds = Collections.unmodifiableMap(new TreeMap<>(seconds));
    if (columnNames != null) {
      columnNames = List.copyOf(columnNames);
      if (columnNames.size() != columns) {
        throw new IllegalArgumentException(
            columnNames.size() + " column names for " + columns + " columns");
      }
    }
    featureNames = FeatureNames.checked(featureNames, features);
    if (rowIds != null) {
      rowIds = List.copyOf(rowIds);
      if (rowIds.size() != rows) {
        throw new IllegalArgumentException(rowIds.size() + " row ids for " + rows + " rows");
      }
    }
  }

  /**
   * The manifest of a new model fitted to {@code data}.
   *
   * @param options of the fit; stored with the {@linkplain FittedData#preparation() preparation} of
   *     its data
   * @param trace the steps of the fit, without their seconds
   * @param kind of the model
   * @param software name and version of the program
   * @param features K
   * @param method that found the model, in words
   * @param rmse root mean square of the residual
   * @param figures further figures, by name
   * @param ended why the fit ended
   */
  public static Manifest of(
      String kind,
      String software,
      FitOptions options,
      BackendInfo backend,
      FittedData data,
      int features,
      String method,
      double rmse,
      Map<String, Double> figures,
      Ending ended,
      List<FitEvent> trace,
      Map<String, Double> seconds) {
    return new Manifest(
        CURRENT_FORMAT,
        kind,
        software,
        FittedData.prepared(options, data.preparation()),
        options.seed(),
        backend,
        data.rows(),
        data.cols(),
        features,
        data.hash(),
        method,
        rmse,
        figures,
        ended,
        trace.stream().map(TracePoint::of).toList(),
        seconds,
        data.columnNames(),
        null,
        data.ids(),
        data.chosen());
  }

  private static void require(boolean holds, String name, int value) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value);
    }
  }

  /**
   * The value of an option of the fit.
   *
   * @throws IllegalArgumentException if it is not set
   */
  public String option(String name) {
    String value = options.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the manifest has no option " + name);
    }
    return value;
  }

  /**
   * The value of an option of the fit that is a whole number.
   *
   * @param name of the option
   * @throws IllegalArgumentException if it is not a whole number from {@code least} to {@code most}
   */
  public int wholeOption(String name, int least, int most) {
    String range = "a whole number, %d … %d".formatted(least, most);
    int value;
    try {
      value = Integer.parseInt(option(name));
    } catch (NumberFormatException e) {
      throw wrongOption(name, range);
    }
    if (value < least || value > most) {
      throw wrongOption(name, range);
    }
    return value;
  }

  /**
   * An exception that names an option, its value in the manifest, and its range.
   *
   * @param name of the option
   * @param range of its values, in words
   */
  public IllegalArgumentException wrongOption(String name, String range) {
    return new IllegalArgumentException(
        "the option %s is %s; it must be %s".formatted(name, Excerpt.of(option(name)), range));
  }

  /**
   * Checks the values of a manifest read from a file.
   *
   * @throws IllegalArgumentException naming an invalid figure or option
   */
  void requireUsable() {
    if (!kind.matches("[a-z0-9-]{1,60}")) {
      throw new IllegalArgumentException(
          "kind is %s; it must be words joined by hyphens".formatted(Excerpt.of(kind)));
    }
    if (!(rmse >= 0 && Double.isFinite(rmse))) {
      throw new IllegalArgumentException("rmse is " + rmse + "; it must be finite and at least 0");
    }
    String scale = options.getOrDefault(FittedData.SCALE_BY, "1");
    double factor = NumberText.isNumber(scale) ? NumberText.parse(scale) : 0;
    if (factor == 0 || !Double.isFinite(factor)) {
      throw wrongOption(FittedData.SCALE_BY, "a finite number other than 0");
    }
    try {
      MissingCode.parse(options.getOrDefault(FittedData.MISSING, "nan"));
    } catch (DataException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    String order = options.get(FittedData.COLUMNS_AS);
    if (order != null) {
      TableLayout.DETECTED.withEntryColumns(List.of(order.split(",", -1)));
    }
    if (options.containsKey(FittedData.LABEL_COLUMNS)) {
      wholeOption(FittedData.LABEL_COLUMNS, 0, Integer.MAX_VALUE);
    }
  }

  /** One line: the kind, the shapes, the error and how the fit ended. */
  @Override
  public String toString() {
    return "%s of %,d × %,d, K = %d, rmse %.4g, %s"
        .formatted(kind, fittedRows(), columns, features, rmse, ended);
  }

  /**
   * Number of rows of the fit.
   *
   * @return N, or more: the model of a fit on many machines keeps the codes of N of its rows only
   */
  public long fittedRows() {
    Double all = figures.get(FITTED_ROWS);
    return all == null ? rows : all.longValue();
  }

  /** This manifest with more figures; those of the same name are replaced. */
  public Manifest withFigures(Map<String, Double> more) {
    Map<String, Double> all = new TreeMap<>(figures);
    all.putAll(more);
    return with(formatVersion, all, trace, seconds, featureNames, rowIds);
  }

  /**
   * This manifest with other names of features.
   *
   * @param names of the K features, empty for one without
   * @throws IllegalArgumentException if there are not K, two are equal, or one is more than {@value
   *     FeatureNames#LONGEST} characters long, begins or ends in a blank, reads as a number or a
   *     missing value, has a comma, a semicolon or a control character, or is such as {@code f3},
   *     which stands for a feature without a name
   */
  public Manifest withFeatureNames(List<String> names) {
    return with(formatVersion, figures, trace, seconds, names, rowIds);
  }

  /**
   * This manifest of a fit that has resumed another, with the steps and seconds of both.
   *
   * @param earlier of the fit that was resumed
   */
  public Manifest after(Manifest earlier) {
    List<TracePoint> steps = new ArrayList<>(earlier.trace);
    steps.addAll(trace);
    Map<String, Double> both = new TreeMap<>(earlier.seconds);
    seconds.forEach((phase, more) -> both.merge(phase, more, Double::sum));
    return with(formatVersion, figures, steps, both, featureNames, rowIds);
  }

  /** This manifest with other names of the N rows; null for none. */
  Manifest withRowIds(@Nullable List<String> ids) {
    return with(formatVersion, figures, trace, seconds, featureNames, ids);
  }

  /** Returns what a file of the current format holds, whose names of rows have their own entry. */
  Manifest inCurrentFormat() {
    return formatVersion == CURRENT_FORMAT && rowIds == null
        ? this
        : with(CURRENT_FORMAT, figures, trace, seconds, featureNames, null);
  }

  private Manifest with(
      int format,
      Map<String, Double> otherFigures,
      List<TracePoint> otherTrace,
      Map<String, Double> otherSeconds,
      @Nullable List<String> otherNames,
      @Nullable List<String> otherIds) {
    return new Manifest(
        format,
        kind,
        software,
        options,
        seed,
        backend,
        rows,
        columns,
        features,
        dataHash,
        method,
        rmse,
        otherFigures,
        ended,
        otherTrace,
        otherSeconds,
        columnNames,
        otherNames,
        otherIds,
        chosen);
  }

  /** Returns the labels of the D columns in tables: their names, or {@code x1}, {@code x2}, …. */
  public List<String> columnLabels() {
    return columnNames == null
        ? IntStream.rangeClosed(1, columns).mapToObj(j -> "x" + j).toList()
        : columnNames;
  }

  /** The name of feature {@code k}, from 0; empty if it has none. */
  public String featureName(int k) {
    return featureNames == null ? "" : featureNames.get(k);
  }

  /**
   * Returns the labels of the K features in tables: their names, and where they have none, {@code
   * f} and the number, from 1.
   */
  public List<String> featureLabels() {
    return IntStream.range(0, features)
        .mapToObj(k -> featureName(k).isEmpty() ? "f" + (k + 1) : featureName(k))
        .toList();
  }

  /**
   * One step of the fit, from its {@link FitEvent}.
   *
   * @param stage of the fit, such as {@code lasso} or {@code path}
   * @param step number of the step within its stage, from 1
   * @param columns atoms or features after the step
   * @param objective of the stage
   * @param bound the stopping rule's value; NaN if there is none
   * @param rmse root mean square of the residual
   */
  public record TracePoint(
      String stage, int step, int columns, double objective, double bound, double rmse) {

    /** Checks that the stage has a name. */
    public TracePoint {
      Objects.requireNonNull(stage, "stage");
    }

    /** The one figure that the file has a place for in each step. */
    private static final String BOUND = "bound";

    private static TracePoint of(FitEvent event) {
      return new TracePoint(
          event.stage(),
          event.step(),
          event.features(),
          event.objective(),
          event.figures().getOrDefault(BOUND, Double.NaN),
          event.rmse());
    }
  }
}

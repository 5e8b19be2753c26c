package org.latentfeature.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FittedData;

/**
 * Everything about a model but its matrices: how, on what and from what it was made.
 *
 * @param formatVersion version of the file format that it was read from, {@link #CURRENT_FORMAT} if
 *     made now; it is always written in the current one
 * @param kind the family of estimators, {@link ModelKind#name}
 * @param software name and version of the program that made it
 * @param options the options of the fit, as the user knows them
 * @param seed the seed of the fit
 * @param backend what ran the heavy steps
 * @param rows rows of the data, N
 * @param columns columns of the data, D
 * @param features features of the model, K
 * @param dataHash fingerprint of the data, see {@link org.latentfeature.data.DataHash}
 * @param method what the model came from
 * @param rmse root mean square of X less what the model makes of it, over the known entries
 * @param figures what else the estimator found, or proved, by name; what it did not is absent
 * @param ended why the fit ended
 * @param trace one point per step of the fit
 * @param seconds wall-clock time by phase
 * @param columnNames names of the D columns; null where the data had none
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
    String ended,
    List<TracePoint> trace,
    Map<String, Double> seconds,
    @Nullable List<String> columnNames) {

  /** The file format written by this version. Format 1 knew the lasso alone. */
  public static final int CURRENT_FORMAT = 2;

  /**
   * Keeps unmodifiable copies, maps in the order of their keys.
   *
   * @throws IllegalArgumentException if there are column names, but not D of them
   */
  public Manifest {
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
            columnNames.size() + " names for " + columns + " columns");
      }
    }
  }

  /**
   * What is said of a model made now, by a fit of {@code data}.
   *
   * @param options the options of the fit with the {@linkplain FittedData#preparation()
   *     preparation} of its data
   * @param trace the steps of the fit, whose seconds are not kept
   */
  public static Manifest of(
      String kind,
      String software,
      Map<String, String> options,
      long seed,
      BackendInfo backend,
      FittedData data,
      int features,
      String method,
      double rmse,
      Map<String, Double> figures,
      String ended,
      List<FitEvent> trace,
      Map<String, Double> seconds) {
    return new Manifest(
        CURRENT_FORMAT,
        kind,
        software,
        options,
        seed,
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
        data.columnNames());
  }

  /** This manifest with more figures; those of the same name are replaced. */
  public Manifest withFigures(Map<String, Double> more) {
    Map<String, Double> all = new TreeMap<>(figures);
    all.putAll(more);
    return new Manifest(
        formatVersion,
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
        all,
        ended,
        trace,
        seconds,
        columnNames);
  }

  /**
   * One step of the fit, as {@link FitEvent} has it.
   *
   * @param stage part of the fit, such as {@code lasso} or {@code path}
   * @param step number of the step within its stage, from 1
   * @param columns atoms or features after the step
   * @param objective what the stage optimises
   * @param bound the stopping rule's value; NaN where there is none
   * @param rmse root mean square of the residual
   */
  public record TracePoint(
      String stage, int step, int columns, double objective, double bound, double rmse) {

    /** Checks that the stage has a name. */
    public TracePoint {
      Objects.requireNonNull(stage, "stage");
    }

    private static TracePoint of(FitEvent event) {
      return new TracePoint(
          event.stage(),
          event.step(),
          event.columns(),
          event.objective(),
          event.bound(),
          event.rmse());
    }
  }
}

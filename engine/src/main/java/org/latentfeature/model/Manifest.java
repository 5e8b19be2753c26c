package org.latentfeature.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;

/**
 * Everything about a model but its matrices: how, on what and from what it was made.
 *
 * @param formatVersion version of the file format, {@link #CURRENT_FORMAT} when written now
 * @param kind the family of estimators
 * @param software name and version of the program that made it
 * @param options the options of the fit, as the user knows them
 * @param seed the seed of the fit
 * @param backend what ran the heavy steps
 * @param rows rows of the data, N
 * @param columns columns of the data, D
 * @param features features of the model, K
 * @param dataHash fingerprint of the data, see {@link org.latentfeature.data.DataHash}
 * @param method what the model came from
 * @param mu penalty of the convex fit; NaN where there was none
 * @param rmse ‖X − Z W‖ / √(ND)
 * @param ended why the fit ended
 * @param trace one point per greedy step
 * @param seconds wall-clock time by phase
 * @param columnNames names of the D columns; null where the data had none
 * @param certificate what was proven of the fit, by name; null where nothing was
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
    double mu,
    double rmse,
    String ended,
    List<TracePoint> trace,
    Map<String, Double> seconds,
    @Nullable List<String> columnNames,
    @Nullable Map<String, Double> certificate) {

  /** The file format written by this version. */
  public static final int CURRENT_FORMAT = 1;

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
    Objects.requireNonNull(ended, "ended");
    trace = List.copyOf(trace);
    seconds = Collections.unmodifiableMap(new TreeMap<>(seconds));
    certificate =
        certificate == null ? null : Collections.unmodifiableMap(new TreeMap<>(certificate));
    if (columnNames != null) {
      columnNames = List.copyOf(columnNames);
      if (columnNames.size() != columns) {
        throw new IllegalArgumentException(
            columnNames.size() + " names for " + columns + " columns");
      }
    }
  }

  /** This manifest with what was proven of the fit. */
  public Manifest withCertificate(Map<String, Double> proven) {
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
        mu,
        rmse,
        ended,
        trace,
        seconds,
        columnNames,
        proven);
  }

  /**
   * One greedy step of the fit.
   *
   * @param stage part of the fit, such as {@code lasso} or {@code path}
   * @param step number of the step within its stage, from 1
   * @param columns atoms or features after the step
   * @param objective what the stage minimises
   * @param bound the stopping rule's value; NaN where there is none
   * @param rmse root mean square of the residual
   */
  public record TracePoint(
      String stage, int step, int columns, double objective, double bound, double rmse) {

    /** Checks that the stage has a name. */
    public TracePoint {
      Objects.requireNonNull(stage, "stage");
    }
  }
}

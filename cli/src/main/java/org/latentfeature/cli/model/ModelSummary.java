package org.latentfeature.cli.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Sections;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Manifest.TracePoint;

/** The lines that summarise a model's manifest for people. */
final class ModelSummary {

  /** Column names to show; JSON has all. */
  private static final int MOST_NAMES = 20;

  /** Digits of a hash that tell files apart; JSON has all. */
  private static final int HASH_DIGITS = 12;

  /** The phase of a fit that is the sum of the others. */
  private static final String TOTAL = "total";

  private ModelSummary() {}

  static Sections of(Manifest manifest) {
    return new Sections()
        .with("model", model(manifest))
        .with("fit", fit(manifest))
        .with("data", data(manifest))
        .with("options", options(manifest))
        .with("provenance", provenance(manifest));
  }

  private static Answer model(Manifest manifest) {
    Answer model =
        new Answer()
            .with("kind", manifest.kind())
            .with("features", manifest.features())
            .with("feature names", manifest.featureNames() == null ? null : features(manifest))
            .with("rmse", manifest.rmse());
    manifest
        .figures()
        .forEach(
            (name, value) ->
                model.with(
                    name.replace('_', ' '), name.equals(Manifest.FITTED_ROWS) ? null : value));
    return model;
  }

  private static Answer fit(Manifest manifest) {
    ChosenCount chosen = manifest.chosen();
    return new Answer()
        .with("choice of K", chosen == null ? null : chosen.reason())
        .with("method", manifest.method())
        .with("ended", manifest.ended().toString())
        .with("steps", manifest.trace().size())
        .with("trace", manifest.trace().isEmpty() ? null : trace(manifest.trace()))
        .with("time", time(manifest.seconds()))
        .with("seed", manifest.seed());
  }

  private static Answer data(Manifest manifest) {
    List<String> names = manifest.columnNames();
    Answer data =
        new Answer()
            .with("rows", manifest.fittedRows())
            .with("rows kept", manifest.fittedRows() == manifest.rows() ? null : manifest.rows())
            .with("columns", manifest.columns())
            .with("column names", names == null ? null : names(names))
            .with("SHA-256", shortened(manifest.dataHash()));
    manifest.options().forEach((name, value) -> data.with(name, isOfData(name) ? value : null));
    return data;
  }

  private static Answer options(Manifest manifest) {
    Answer options = new Answer();
    manifest.options().forEach((name, value) -> options.with(name, isOfData(name) ? null : value));
    return options.with(FitOptions.K, null);
  }

  private static Answer provenance(Manifest manifest) {
    BackendInfo backend = manifest.backend();
    Answer provenance =
        new Answer()
            .with("software", manifest.software())
            .with("format version", manifest.formatVersion())
            .with("backend", backend.name() + ", " + backend.device())
            .with("threads", backend.threads());
    new TreeMap<>(backend.versions()).forEach(provenance::with);
    return provenance;
  }

  private static boolean isOfData(String option) {
    return FittedData.PREPARATION.contains(option);
  }

  /** The stages of the fit, each with its steps and the first and last error. */
  private static String trace(List<TracePoint> trace) {
    List<String> stages = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= trace.size(); i++) {
      if (i == trace.size() || !trace.get(i).stage().equals(trace.get(from).stage())) {
        stages.add(stage(trace.subList(from, i)));
        from = i;
      }
    }
    return String.join("; ", stages);
  }

  private static String stage(List<TracePoint> steps) {
    TracePoint first = steps.get(0);
    TracePoint last = steps.get(steps.size() - 1);
    String rmse = String.format(Locale.ROOT, "%.4g", last.rmse());
    return steps.size() == 1
        ? "%s, 1 step, rmse %s".formatted(first.stage(), rmse)
        : String.format(
            Locale.ROOT,
            "%s, %,d steps, rmse %.4g to %s",
            first.stage(),
            steps.size(),
            first.rmse(),
            rmse);
  }

  /** The whole time, then the phases from the longest on. */
  private static @Nullable String time(Map<String, Double> seconds) {
    Double total = seconds.get(TOTAL);
    String phases =
        seconds.entrySet().stream()
            .filter(phase -> !phase.getKey().equals(TOTAL))
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .map(phase -> phase.getKey() + " " + seconds(phase.getValue()))
            .collect(Collectors.joining(", "));
    if (total == null) {
      return phases.isEmpty() ? null : phases;
    }
    return phases.isEmpty() ? seconds(total) : seconds(total) + ": " + phases;
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.3g s", value);
  }

  /** Lists the features that have names, each after its number. */
  private static String features(Manifest manifest) {
    return names(
        IntStream.range(0, manifest.features())
            .filter(k -> !manifest.featureName(k).isEmpty())
            .mapToObj(k -> k + 1 + " " + manifest.featureName(k))
            .toList());
  }

  private static String names(List<String> all) {
    String first = String.join(", ", all.subList(0, Math.min(MOST_NAMES, all.size())));
    int more = all.size() - MOST_NAMES;
    return more <= 0 ? first : "%s and %,d more (--json lists all)".formatted(first, more);
  }

  private static String shortened(String hash) {
    return hash.length() <= HASH_DIGITS ? hash : hash.substring(0, HASH_DIGITS) + "…";
  }
}

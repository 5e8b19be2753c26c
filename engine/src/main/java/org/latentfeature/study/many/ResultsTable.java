package org.latentfeature.study.many;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.TextCell;

/**
 * A line for each problem in the order of the list, tab-separated, with a header. All but the
 * seconds is the same whether a model was made now or by an earlier run.
 */
final class ResultsTable {

  /** No word of any option. */
  private static final String SHOWN = "\t";

  private ResultsTable() {}

  /**
   * Writes the table.
   *
   * @param wording of the messages of failures
   */
  static void write(
      Path file, List<Problem> problems, Outcome[] outcomes, UnaryOperator<String> wording) {
    List<String> options = options(problems);
    boolean isNamed =
        problems.stream().anyMatch(p -> !p.request().estimator().name().equals(Estimators.DEFAULT));
    List<String> header = new ArrayList<>(List.of("name", "data", "n", "d"));
    if (isNamed) {
      header.add("estimator");
    }
    header.addAll(List.of(FitOptions.K, FitOptions.SEED));
    header.addAll(options);
    header.addAll(List.of("bootstrap", "features", "rmse", "ended", "seconds", "status", "error"));
    StringBuilder text = new StringBuilder(String.join("\t", header)).append('\n');
    for (int i = 0; i < outcomes.length; i++) {
      line(text, problems.get(i), outcomes[i], isNamed, options, wording);
    }
    AtomicFile.write(file, out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** The columns of options: those that tell fits apart, and what differs besides. */
  private static List<String> options(List<Problem> problems) {
    Map<String, Set<String>> words = new LinkedHashMap<>();
    for (Problem problem : problems) {
      Map<String, String> all = problem.options().words();
      for (FitOption<?, ?> option : problem.request().estimator().table().options()) {
        Set<String> own = words.computeIfAbsent(option.name(), n -> new HashSet<>());
        own.add(all.getOrDefault(option.name(), ""));
        if (!option.isMinor()) {
          own.add(SHOWN);
        }
      }
    }
    words.values().removeIf(own -> own.size() == 1);
    return List.copyOf(words.keySet());
  }

  private static void line(
      StringBuilder text,
      Problem problem,
      Outcome outcome,
      boolean isNamed,
      List<String> options,
      UnaryOperator<String> wording) {
    Outcome.Fit fit = outcome.fit();
    Map<String, String> words = problem.options().words();
    List<@Nullable Object> cells = new ArrayList<>();
    cells.add(problem.name());
    cells.add(problem.source());
    cells.add(fit == null ? null : fit.rows());
    cells.add(fit == null ? null : fit.cols());
    if (isNamed) {
      cells.add(problem.request().estimator().name());
    }
    cells.add(problem.options().k());
    cells.add(problem.options().seed());
    options.forEach(option -> cells.add(words.get(option)));
    cells.add(problem.resample() == 0 ? null : problem.resample());
    cells.add(fit == null ? null : fit.features());
    cells.add(fit == null ? null : fit.rmse());
    cells.add(fit == null ? null : fit.ended().toString());
    cells.add(fit == null ? null : fit.seconds());
    cells.add(status(outcome));
    cells.add(wording.apply(outcome.complaint()));
    for (int c = 0; c < cells.size(); c++) {
      text.append(c == 0 ? "" : "\t").append(cell(cells.get(c)));
    }
    text.append('\n');
  }

  private static String status(Outcome outcome) {
    return switch (outcome.status()) {
      case FITTED, KEPT -> "done";
      case FAILED -> "failed";
      case WAITING -> "waiting";
    };
  }

  /** No cell may break the table, and none is a formula. */
  static String cell(@Nullable Object value) {
    return value == null ? "" : TextCell.guarded(value.toString().replaceAll("[\t\r\n]+", " "));
  }
}

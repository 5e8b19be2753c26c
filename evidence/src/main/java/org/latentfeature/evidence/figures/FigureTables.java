package org.latentfeature.evidence.figures;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.latentfeature.evidence.Spread;
import org.latentfeature.evidence.TabTable;

/** The page's numbers as tab-separated tables. */
final class FigureTables {

  private static final List<Approach> OURS =
      Arrays.stream(Approach.values()).filter(Approach::isOfFigures).toList();

  private FigureTables() {}

  /** Writes figures.tsv, comparison.tsv and times.tsv to {@code folder}. */
  static void write(Path folder, List<Findings> all, RecordedFigures recorded) {
    TabTable.write(folder.resolve("figures.tsv"), figures(all, recorded));
    TabTable.write(folder.resolve("comparison.tsv"), comparison(all, recorded));
    TabTable.write(folder.resolve("times.tsv"), times(all));
  }

  /** One line for each data set, metric, method and K, in the layout of the recorded figures. */
  private static List<List<String>> figures(List<Findings> all, RecordedFigures recorded) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("dataset", "metric", "method", "K", "best", "median", "count"));
    for (Findings f : all) {
      String name = f.data().name();
      for (Metric metric : Metric.values()) {
        for (Approach approach : Approach.values()) {
          for (int k : f.features(approach)) {
            f.error(approach, metric, k)
                .ifPresent(s -> lines.add(figure(name, metric, approach.key(), k, s)));
          }
        }
        for (String method : recorded.methods(name, metric)) {
          for (RecordedFigures.Entry r : recorded.of(name, metric, method)) {
            Spread best = new Spread(r.best(), Double.NaN, r.runs());
            lines.add(figure(name, metric, method, r.k(), best));
          }
        }
      }
      for (int k : f.features()) {
        double bound = f.svdBound(k);
        if (!Double.isNaN(bound)) {
          Spread exact = new Spread(bound, bound, 1);
          lines.add(figure(name, Metric.RMSE_NOISY, "SVD bound", k, exact));
        }
      }
    }
    return lines;
  }

  private static List<String> figure(String name, Metric metric, String method, int k, Spread s) {
    return List.of(
        name,
        metric.key(),
        method,
        Integer.toString(k),
        TabTable.cell(s.best()),
        TabTable.cell(s.median()),
        Integer.toString(s.runs()));
  }

  /** One line for each data set, metric and K: each of our methods, and the lowest recorded. */
  private static List<List<String>> comparison(List<Findings> all, RecordedFigures recorded) {
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("dataset", "metric", "K", "svd_bound"));
    for (Approach a : OURS) {
      head.addAll(Arrays.asList(a.key() + "_best", a.key() + "_median", a.key() + "_seconds"));
    }
    head.addAll(
        List.of(
            "recorded_best", "recorded_method", "recorded_runs", "path_over_recorded", "lowest"));
    lines.add(head);
    for (Findings f : all) {
      for (Metric metric : Metric.values()) {
        RecordedComparison comparison = RecordedComparison.of(f, recorded, metric);
        for (int k : f.features()) {
          List<String> line = compared(f, metric, k, comparison);
          boolean known = OURS.stream().anyMatch(a -> f.error(a, metric, k).isPresent());
          if (known) {
            lines.add(line);
          }
        }
      }
    }
    return lines;
  }

  private static List<String> compared(
      Findings f, Metric metric, int k, RecordedComparison comparison) {
    List<String> line =
        new ArrayList<>(
            List.of(
                f.data().name(),
                metric.key(),
                Integer.toString(k),
                metric == Metric.RMSE_NOISY ? TabTable.cell(f.svdBound(k)) : ""));
    for (Approach a : OURS) {
      Optional<Spread> error = f.error(a, metric, k);
      line.add(error.map(s -> TabTable.cell(s.best())).orElse(""));
      line.add(error.map(s -> TabTable.cell(s.median())).orElse(""));
      line.add(f.seconds(a, k).map(s -> TabTable.cell(s.median())).orElse(""));
    }
    Optional<RecordedComparison.Line> compared =
        comparison.lines().stream().filter(l -> l.k() == k).findFirst();
    line.add(compared.map(l -> TabTable.cell(l.recorded().best())).orElse(""));
    line.add(compared.map(l -> l.recorded().method()).orElse(""));
    line.add(compared.map(l -> Integer.toString(l.recorded().runs())).orElse(""));
    line.add(compared.map(l -> TabTable.cell(1 + l.excess())).orElse(""));
    line.add(compared.map(l -> l.isLowest() ? "path" : l.recorded().method()).orElse(""));
    return line;
  }

  /** One line for each data set, method and K of a run. */
  private static List<List<String>> times(List<Findings> all) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of(
            "dataset",
            "rows",
            "columns",
            "method",
            "K",
            "seconds_median",
            "seconds_least",
            "runs"));
    for (Findings f : all) {
      for (Approach approach : Approach.values()) {
        for (int k : f.runs(approach)) {
          Spread seconds = f.runSeconds(approach, k).orElseThrow();
          lines.add(
              List.of(
                  f.data().name(),
                  Integer.toString(f.data().x().rows()),
                  Integer.toString(f.data().x().cols()),
                  approach.key(),
                  approach.everyK() ? "1-" + k : Integer.toString(k),
                  TabTable.cell(seconds.median()),
                  TabTable.cell(seconds.best()),
                  Integer.toString(seconds.runs())));
        }
      }
    }
    return lines;
  }
}

package org.latentfeature.reproduction;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;

/** A data set's errors against K in the paper's layout: Hamming, RMSE, RMSE-noisy. */
final class ErrorCharts {

  /** Looks of the recorded methods, after those of ours, so that each has one in all charts. */
  private static final List<String> RECORDED =
      List.of("MCMC", "Variational", "Spectral", "MF-Binary");

  private static final List<Approach> OURS = List.of(Approach.PATH, Approach.LASSO, Approach.PAPER);

  private ErrorCharts() {}

  static DomContent html(Findings findings, RecordedFigures recorded) {
    List<DomContent> charts = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      chart(findings, recorded, metric).ifPresent(charts::add);
    }
    return Figure.grid(charts);
  }

  private static Optional<DomContent> chart(
      Findings findings, RecordedFigures recorded, Metric metric) {
    String name = findings.data().name();
    LineChart chart =
        new LineChart(metric.label() + " against K on " + name, "K", metric.label()).wholeNumbers();
    if (metric != Metric.HAMMING) {
      chart.logarithmic();
    }
    for (int slot = 0; slot < OURS.size(); slot++) {
      Approach approach = OURS.get(slot);
      int[] k = findings.features(approach);
      double[] y =
          values(
              k, j -> findings.error(approach, metric, j).map(Spread::median).orElse(Double.NaN));
      if (isShown(y)) {
        chart.line(slot, approach.label(), places(k), y);
      }
    }
    if (chart.isEmpty()) {
      return Optional.empty();
    }
    for (String method : recorded.methods(name, metric)) {
      List<RecordedFigures.Entry> figures =
          recorded.of(name, metric).stream().filter(f -> f.method().equals(method)).toList();
      int place = RECORDED.indexOf(method);
      chart.line(
          OURS.size() + (place < 0 ? RECORDED.size() : place),
          method + " (recorded)",
          figures.stream().mapToDouble(RecordedFigures.Entry::k).toArray(),
          figures.stream().mapToDouble(RecordedFigures.Entry::best).toArray());
    }
    if (metric == Metric.RMSE_NOISY) {
      int[] k = findings.features(Approach.PATH);
      chart.floor("SVD bound", places(k), values(k, findings::svdBound));
    }
    return Optional.of(Figure.chart(chart.svg(), metric.label() + ": " + metric.meaning() + "."));
  }

  private static boolean isShown(double[] y) {
    return Arrays.stream(y).anyMatch(Double::isFinite);
  }

  private static double[] places(int[] k) {
    return Arrays.stream(k).asDoubleStream().toArray();
  }

  private static double[] values(int[] k, IntToDoubleFunction value) {
    return Arrays.stream(k).mapToDouble(value).toArray();
  }
}

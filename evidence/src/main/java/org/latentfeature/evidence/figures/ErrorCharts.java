package org.latentfeature.evidence.figures;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.latentfeature.evidence.Spread;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;

/** A data set's errors against K in the paper's layout: Hamming, RMSE, RMSE-noisy. */
final class ErrorCharts {

  private static final List<Approach> OURS = List.of(Approach.PATH, Approach.LASSO, Approach.PAPER);

  /** The methods of the paper's figures: each looks the same in all charts. */
  private static final List<String> THEIRS =
      List.of("MCMC", "Variational", "Spectral", "MF-Binary");

  /** The bound is drawn as long as the path's error is not so many times as large. */
  private static final double FAR = 4;

  private final Findings findings;
  private final RecordedFigures recorded;
  private final String name;
  private final double least;

  ErrorCharts(Findings findings, RecordedFigures recorded) {
    this.findings = findings;
    this.recorded = recorded;
    name = findings.data().name();
    least = findings.data().rounding();
  }

  /** The charts that there is anything to show in. */
  DomContent html() {
    List<DomContent> charts = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      chart(metric).ifPresent(charts::add);
    }
    return Figure.grid(charts);
  }

  private Optional<DomContent> chart(Metric metric) {
    // Hamming errors are often 0 and never small; the others are small but by rounding never 0.
    boolean logarithmic = metric != Metric.HAMMING;
    LineChart chart =
        new LineChart(metric.label() + " against K on " + name, "K", metric.label()).wholeNumbers();
    if (logarithmic) {
      chart.logarithmic();
    }
    boolean rounding = false;
    for (int slot = 0; slot < OURS.size(); slot++) {
      Approach approach = OURS.get(slot);
      int[] k = findings.features(approach);
      double[] errors =
          values(
              k, j -> findings.error(approach, metric, j).map(Spread::median).orElse(Double.NaN));
      if (Arrays.stream(errors).anyMatch(Double::isFinite)) {
        rounding |= logarithmic && Arrays.stream(errors).anyMatch(y -> y < least);
        chart.line(slot, approach.label(), places(k), logarithmic ? raised(errors) : errors);
      }
    }
    if (chart.isEmpty()) {
      return Optional.empty();
    }
    for (String method : recorded.methods(name, metric)) {
      List<RecordedFigures.Entry> entries = recorded.of(name, metric, method);
      double[] errors = entries.stream().mapToDouble(RecordedFigures.Entry::best).toArray();
      chart.line(
          slot(method, metric),
          method + " (recorded)",
          entries.stream().mapToDouble(RecordedFigures.Entry::k).toArray(),
          logarithmic ? raised(errors) : errors);
    }
    if (metric == Metric.RMSE_NOISY) {
      int[] k = findings.features(Approach.PATH);
      chart.floor("SVD bound", places(k), values(k, this::visibleBound));
    }
    String caption = metric.label() + ": " + metric.meaning() + ".";
    if (rounding) {
      caption += String.format(Locale.ROOT, " Rounding errors below %.0e are drawn there.", least);
    }
    return Optional.of(Figure.chart(chart.svg(), caption));
  }

  /**
   * The bound at K, but where it leaves the errors far above, as near K = D, it would squash them.
   */
  private double visibleBound(int k) {
    double bound = Math.max(findings.svdBound(k), least);
    double path =
        findings.error(Approach.PATH, Metric.RMSE_NOISY, k).map(Spread::best).orElse(Double.NaN);
    return bound * FAR < Math.max(path, least) ? Double.NaN : bound;
  }

  private int slot(String method, Metric metric) {
    List<String> looks = new ArrayList<>(THEIRS);
    recorded.methods(name, metric).stream().filter(m -> !looks.contains(m)).forEach(looks::add);
    return OURS.size() + looks.indexOf(method);
  }

  private double[] raised(double[] errors) {
    return Arrays.stream(errors).map(y -> Math.max(y, least)).toArray();
  }

  private static double[] places(int[] k) {
    return Arrays.stream(k).asDoubleStream().toArray();
  }

  private static double[] values(int[] k, IntToDoubleFunction value) {
    return Arrays.stream(k).mapToDouble(value).toArray();
  }
}

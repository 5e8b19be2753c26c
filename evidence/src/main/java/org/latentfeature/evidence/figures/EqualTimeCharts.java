package org.latentfeature.evidence.figures;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Figure;

/**
 * A data set's errors against K in the paper's layout, of methods that had equal time at each K,
 * beside recorded ones.
 */
final class EqualTimeCharts {

  private final List<EqualTimeFits> all;
  private final DataSet data;

  /** Charts of one data set's comparisons, one for each K, in order. */
  EqualTimeCharts(List<EqualTimeFits> all) {
    this.all = List.copyOf(all);
    data = all.get(0).data();
  }

  /** The charts that there is anything to show in; none of a single K. */
  List<DomContent> html() {
    List<DomContent> charts = new ArrayList<>();
    if (all.size() > 1) {
      for (Metric metric : Metric.values()) {
        chart(metric).ifPresent(charts::add);
      }
    }
    return charts;
  }

  private Optional<DomContent> chart(Metric metric) {
    String title = "%s against K on %s, at equal time".formatted(metric.label(), data.name());
    LineChart chart = new LineChart(title, "K", metric.label()).wholeNumbers();
    // Hamming errors are often 0, which a logarithmic axis has no place for.
    double least = metric == Metric.HAMMING ? 0 : data.rounding();
    if (metric != Metric.HAMMING) {
      chart.logarithmic();
    }
    boolean raised = false;
    for (Contender contender : Contender.values()) {
      List<EqualTimeFit> line = line(contender, metric);
      if (!line.isEmpty()) {
        raised |= line.stream().anyMatch(fit -> metric.of(fit) < least);
        chart.line(
            contender.slot(),
            contender.word(),
            line.stream().mapToDouble(fit -> fit.setting().k()).toArray(),
            line.stream().mapToDouble(fit -> Math.max(metric.of(fit), least)).toArray());
      }
    }
    if (chart.isEmpty()) {
      return Optional.empty();
    }
    int most = all.get(all.size() - 1).k();
    for (String method : recorded().methods(data.name(), metric)) {
      List<RecordedFigures.Entry> entries =
          recorded().of(data.name(), metric, method).stream().filter(e -> e.k() <= most).toList();
      chart.line(
          method + " (recorded)",
          entries.stream().mapToDouble(RecordedFigures.Entry::k).toArray(),
          entries.stream().mapToDouble(entry -> Math.max(entry.best(), least)).toArray());
    }
    String caption = "%s: %s.".formatted(title, metric.meaning());
    if (raised) {
      caption += String.format(Locale.ROOT, " Rounding errors below %.0e are drawn there.", least);
    }
    return Optional.of(Figure.chart(chart.svg(), caption));
  }

  private RecordedFigures recorded() {
    return all.get(0).recorded();
  }

  private List<EqualTimeFit> line(Contender contender, Metric metric) {
    return all.stream()
        .flatMap(fits -> fits.fits().stream())
        .filter(fit -> fit.setting().contender() == contender)
        .filter(fit -> Double.isFinite(metric.of(fit)))
        .toList();
  }
}

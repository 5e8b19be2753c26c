package org.latentfeature.bench.suite;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Facts;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Page;
import org.latentfeature.report.page.Table;

/** A report as a page: a roofline chart for each problem, the table, and how steps went. */
final class ReportPage {

  /** Places of a roof. */
  private static final int PLACES = 41;

  /** A roof reaches this many times beyond the steps below it. */
  private static final double BEYOND = 2;

  private ReportPage() {}

  static Page of(Report report, History history) {
    FormerRun comparison = history.newest();
    Page page = new Page("Steps against this machine's limits, " + report.started());
    Facts facts = new Facts();
    ReportText.facts(report, comparison).forEach(facts::fact);
    page.lead(facts.html());
    List<DomContent> charts = new ArrayList<>();
    byProblem(report)
        .forEach(
            (problem, steps) -> {
              String caption = problem + ": rows x columns x features";
              charts.add(Figure.chart(chart(problem, steps).svg(), caption));
            });
    if (!charts.isEmpty()) {
      charts.add(0, words());
      page.section("Rooflines", charts);
    }
    page.section("All steps", table(report, comparison).html());
    List<DomContent> speeds = speeds(report, history);
    if (!speeds.isEmpty()) {
      page.section("History", speeds);
    }
    return page;
  }

  private static List<DomContent> speeds(Report report, History history) {
    List<String> starts = history.starts(report);
    double[] numbers = IntStream.rangeClosed(1, starts.size()).asDoubleStream().toArray();
    List<DomContent> content = new ArrayList<>();
    history
        .speeds(report)
        .forEach(
            (problem, steps) -> {
              LineChart chart =
                  new LineChart("history " + problem, "run", "times as fast as at first")
                      .wholeNumbers();
              steps.forEach((step, speeds) -> chart.line(step, numbers, speeds));
              content.add(Figure.chart(chart.svg(), problem));
            });
    if (!content.isEmpty()) {
      String runs =
          IntStream.range(0, starts.size())
              .mapToObj(i -> (i + 1) + ": " + starts.get(i))
              .collect(Collectors.joining(", "));
      content.add(0, p("Runs " + runs + "."));
    }
    return content;
  }

  private static DomContent words() {
    return p(
        "The line is what the machine allows, medians beside the steps: left of its bend the rate of memory, right of it that of matrix"
            + " products in single precision. A step far below it is bound by neither: by one core, by latency (calls and the waking of threads), or by other"
            + " work, which is not counted. Steps without products have no place here.");
  }

  private static Map<String, List<Measurement>> byProblem(Report report) {
    Map<String, List<Measurement>> all = new LinkedHashMap<>();
    for (Measurement m : report.measurements()) {
      if (m.limits() != null && m.flopsPerSecond() > 0 && m.bytesPerSecond() > 0) {
        all.computeIfAbsent(m.problem(), name -> new ArrayList<>()).add(m);
      }
    }
    return all;
  }

  private static double intensity(Measurement m) {
    return m.flopsPerSecond() / m.bytesPerSecond();
  }

  private static LineChart chart(String problem, List<Measurement> steps) {
    double products = median(steps, MeasuredLimits::singleFlopsPerSecond);
    double memory = median(steps, MeasuredLimits::bytesPerSecond);
    double bend = products / memory;
    double from = steps.stream().mapToDouble(ReportPage::intensity).min().orElse(bend);
    double to = steps.stream().mapToDouble(ReportPage::intensity).max().orElse(bend);
    double least = Math.min(from, bend) / BEYOND;
    double most = Math.max(to, bend) * BEYOND;
    double[] x = new double[PLACES];
    double[] roof = new double[PLACES];
    for (int i = 0; i < PLACES; i++) {
      x[i] = least * Math.pow(most / least, i / (PLACES - 1.0));
      roof[i] = 1e-9 * Math.min(products, memory * x[i]);
    }
    LineChart chart =
        new LineChart("roofline " + problem, "flops a byte", "GFLOP/s")
            .logarithmic()
            .logarithmicPlaces()
            .floor("limit", x, roof);
    for (Measurement m : steps) {
      chart.points(m.step(), new double[] {intensity(m)}, new double[] {1e-9 * m.flopsPerSecond()});
    }
    return chart;
  }

  private static double median(List<Measurement> steps, ToDoubleFunction<MeasuredLimits> limit) {
    return Measurement.median(
        steps.stream()
            .map(Measurement::limits)
            .filter(Objects::nonNull)
            .mapToDouble(limit)
            .toArray());
  }

  private static Table table(Report report, @Nullable FormerRun comparison) {
    Table table = new Table("medians of iterations; share: of the time taken at the limit");
    List<String> header = ReportTable.header(comparison);
    for (int c = 0; c < header.size(); c++) {
      if (c < ReportTable.WORDS) {
        table.column(header.get(c));
      } else {
        table.numbers(header.get(c));
      }
    }
    for (Measurement m : report.measurements()) {
      table.row(ReportTable.row(m, report.setting().threads(), comparison).toArray(String[]::new));
    }
    return table;
  }
}

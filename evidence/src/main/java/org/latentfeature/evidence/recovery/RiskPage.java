package org.latentfeature.evidence.recovery;

import static j2html.TagCreator.p;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.evidence.MachineLoad;
import org.latentfeature.evidence.Spread;
import org.latentfeature.evidence.Words;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Facts;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Page;
import org.latentfeature.report.page.Table;

/** The page of {@code lfm reproduce risk}: held-out risks against greedy steps and rows. */
public final class RiskPage {

  private RiskPage() {}

  /**
   * The page.
   *
   * @param fits at least one, all of problems with the same D, K and noise
   * @param rows N where T varies
   * @param steps T where N varies
   * @param command that made them
   * @param software name and version of the program
   */
  public static Page of(
      List<RiskFit> fits,
      int rows,
      int steps,
      BackendInfo backend,
      String command,
      String software) {
    RiskFit.Setting one = fits.get(0).setting();
    Page page = new Page("The risk of the Latent Feature Lasso");
    page.lead(
        p(
            "Theorem 3 of Yen et al., Latent Feature Lasso, ICML 2017: X is Z W and noise of"
                + " deviation %s, with %d features in %d columns. The risk is the mean over %,d rows"
                    .formatted(one.sigma(), one.features(), one.columns(), one.heldOut())
                + " that were not fitted of half the squared error by the best code of each row."
                + " Above 20 atoms not every code is proven to"
                + " be the best, so that the risk is an upper bound."));
    List<RiskFit> bySteps = fits.stream().filter(fit -> fit.setting().rows() == rows).toList();
    List<RiskFit> byRows = fits.stream().filter(fit -> fit.setting().steps() == steps).toList();
    List<DomContent> charts = new ArrayList<>();
    List<DomContent> tables = new ArrayList<>();
    show("N = %,d".formatted(rows), "steps T", bySteps, s -> s.steps(), charts, tables);
    show("T = %,d".formatted(steps), "rows N", byRows, s -> s.rows(), charts, tables);
    page.section("Risk", List.of(Figure.grid(charts)));
    page.section("Medians", tables);
    page.section(
        "Provenance",
        List.of(
            new Facts()
                .code("command", command)
                .fact("software", software + ", Java " + System.getProperty("java.version"))
                .fact("backend", backend.name() + " on " + backend.device())
                .fact("machine", MachineLoad.now().words())
                .html(),
            p("Every fit is in errors.tsv; a repeated run skips the fits that it holds.")));
    return page;
  }

  private static void show(
      String caption,
      String axis,
      List<RiskFit> fits,
      ToIntFunction<RiskFit.Setting> place,
      List<DomContent> charts,
      List<DomContent> tables) {
    if (fits.isEmpty()) {
      return;
    }
    Map<Integer, List<RiskFit>> at =
        fits.stream()
            .collect(groupingBy(fit -> place.applyAsInt(fit.setting()), TreeMap::new, toList()));
    double[] x = at.keySet().stream().mapToDouble(value -> value).toArray();
    double[] relaxed = medians(at, RiskFit::relaxedExcess);
    double[] rounded = medians(at, RiskFit::roundedExcess);
    LineChart chart = new LineChart(caption, axis, "risk").logarithmic().logarithmicPlaces();
    chart
        .line("all atoms, unrounded", x, medians(at, RiskFit::relaxed))
        .line("the same, fitted rows", x, medians(at, RiskFit::training))
        .line("K features, rounded", x, medians(at, RiskFit::rounded));
    if (fits.get(0).setting().sigma() > 0) {
      chart.floor("true dictionary", x, medians(at, RiskFit::truth));
    }
    charts.add(Figure.chart(chart.svg(), caption));
    double[] gap = medians(at, RiskFit::gap);
    Table table =
        new Table(
                "%s: risks less that of the true W. Slopes of the logarithm, where it is above 0: unrounded %s, rounded %s, held-out less fitted %s."
                    .formatted(caption, slope(x, relaxed), slope(x, rounded), slope(x, gap)))
            .numbers(axis)
            .numbers("atoms")
            .numbers("unrounded")
            .numbers("rounded")
            .numbers("unrounded, held-out less fitted rows")
            .numbers("true W")
            .numbers("seconds");
    at.forEach(
        (value, some) ->
            table
                .row()
                .cell("%,d".formatted(value))
                .cell(Words.plain(Spread.median(some, RiskFit::atoms)))
                .cell(Words.number("%.4f", Spread.median(some, RiskFit::relaxedExcess)))
                .cell(Words.number("%.4f", Spread.median(some, RiskFit::roundedExcess)))
                .cell(Words.number("%.4f", Spread.median(some, RiskFit::gap)))
                .cell(Words.number("%.4f", Spread.median(some, RiskFit::truth)))
                .cell(Words.seconds(Spread.median(some, RiskFit::seconds))));
    tables.add(table.html());
  }

  private static double[] medians(
      Map<Integer, List<RiskFit>> at, ToDoubleFunction<RiskFit> figure) {
    return at.values().stream().mapToDouble(some -> Spread.median(some, figure)).toArray();
  }

  /** The slope of log y against log x by least squares over y above 0; in words. */
  static String slope(double[] x, double[] y) {
    int count = 0;
    double[] sums = new double[4];
    for (int i = 0; i < x.length; i++) {
      if (y[i] > 0) {
        double u = Math.log(x[i]);
        double v = Math.log(y[i]);
        count++;
        sums[0] += u;
        sums[1] += v;
        sums[2] += u * u;
        sums[3] += u * v;
      }
    }
    return count < 2
        ? Words.NONE
        : Words.number(
            "%.2f", (count * sums[3] - sums[0] * sums[1]) / (count * sums[2] - sums[0] * sums[0]));
  }
}

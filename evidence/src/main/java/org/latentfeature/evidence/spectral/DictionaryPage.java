package org.latentfeature.evidence.spectral;

import static j2html.TagCreator.p;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.CorrelatedProblem;
import org.latentfeature.evidence.MachineLoad;
import org.latentfeature.evidence.Spread;
import org.latentfeature.evidence.Words;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Facts;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Page;
import org.latentfeature.report.page.Table;

/** The page of {@code lfm reproduce spectral-figure2}: errors against rows and against noise. */
public final class DictionaryPage {

  private static final String PAPER =
      "Jaffe, Weiss, Carmi, Kluger, Nadler: Learning binary latent variable models: a tensor"
          + " eigenpair approach, ICML 2018";

  private DictionaryPage() {}

  /**
   * The page.
   *
   * @param fits at least one, all of problems with the same D and K
   * @param rows N where the noise varies
   * @param sigma noise where N varies
   * @param command that made them
   * @param software name and version of the program
   */
  public static Page of(
      List<DictionaryFit> fits,
      int rows,
      double sigma,
      BackendInfo backend,
      String command,
      String software) {
    CorrelatedProblem one = fits.get(0).setting().problem();
    Page page = new Page("Tensor eigenpairs and other methods, reproduced");
    page.lead(
        p(
            "Figure 2 of %s, run by this engine: X is Z W and noise, with %d %s"
                    .formatted(PAPER, one.features(), words(one.codes()))
                + " in %d columns, rows of W of norm %s, given only K. The error is ‖W − Ŵ‖²/(KD) in the order in"
                    .formatted(one.columns(), one.norm())
                + " which it is least; lower is better."));
    page.section("The figure", figure(fits, rows, sigma));
    page.section("Medians, failures, seconds", tables(fits));
    page.section("Provenance", how(fits, backend, command, software));
    return page;
  }

  private static String words(CorrelatedProblem.Codes codes) {
    return switch (codes) {
      case ROUNDED -> "correlated binary features";
      case RBM -> "hidden units of a restricted Boltzmann machine";
      case EXCLUSIVE -> "features, one in each row,";
    };
  }

  private static List<DomContent> figure(List<DictionaryFit> fits, int rows, double sigma) {
    List<DomContent> charts = new ArrayList<>();
    panel(charts, fits, "σ = " + sigma, "rows N", p -> p.sigma() == sigma, p -> p.rows(), true);
    panel(
        charts,
        fits,
        "N = %,d".formatted(rows),
        "noise σ",
        p -> p.rows() == rows,
        CorrelatedProblem::sigma,
        false);
    return List.of(
        p(
            "Medians over the problems. The oracle is least squares on the true Z; no estimate of Z"
                + " has a smaller error on average."),
        Figure.grid(charts));
  }

  private interface Chosen {
    boolean is(CorrelatedProblem problem);
  }

  private interface Place {
    double of(CorrelatedProblem problem);
  }

  private static void panel(
      List<DomContent> charts,
      List<DictionaryFit> fits,
      String caption,
      String axis,
      Chosen chosen,
      Place place,
      boolean logarithmic) {
    LineChart chart = new LineChart(caption, axis, "median error").logarithmic();
    if (logarithmic) {
      chart.logarithmicPlaces();
    }
    for (Rival rival : Rival.values()) {
      Map<Double, List<DictionaryFit>> at =
          fits.stream()
              .filter(fit -> fit.setting().rival() == rival)
              .filter(fit -> chosen.is(fit.setting().problem()))
              .collect(
                  groupingBy(fit -> place.of(fit.setting().problem()), TreeMap::new, toList()));
      chart.line(
          rival.label(),
          at.keySet().stream().mapToDouble(x -> x).toArray(),
          at.values().stream()
              .mapToDouble(some -> Spread.median(some, DictionaryFit::error))
              .toArray());
    }
    if (!chart.isEmpty()) {
      charts.add(Figure.chart(chart.svg(), caption));
    }
  }

  private record Size(int rows, double sigma) {}

  private static List<DomContent> tables(List<DictionaryFit> fits) {
    List<Rival> rivals =
        Arrays.stream(Rival.values())
            .filter(rival -> fits.stream().anyMatch(fit -> fit.setting().rival() == rival))
            .toList();
    Table errors = table("Median error.", rivals);
    Table failures =
        table(
            "Number of problems that are not solved (error above %s)."
                .formatted(DictionaryFit.FAILED),
            rivals);
    Table seconds = table("Median seconds, from the matrix in memory to the model.", rivals);
    Map<Size, List<DictionaryFit>> sizes =
        fits.stream()
            .collect(
                groupingBy(
                    fit ->
                        new Size(fit.setting().problem().rows(), fit.setting().problem().sigma()),
                    () ->
                        new TreeMap<>(
                            Comparator.comparingInt(Size::rows).thenComparingDouble(Size::sigma)),
                    toList()));
    sizes.forEach(
        (size, some) -> {
          for (Table table : List.of(errors, failures, seconds)) {
            table.row().cell("%,d".formatted(size.rows())).cell(Double.toString(size.sigma()));
          }
          for (Rival rival : rivals) {
            List<DictionaryFit> of =
                some.stream().filter(fit -> fit.setting().rival() == rival).toList();
            boolean none = of.isEmpty();
            errors.cell(
                none ? Words.NONE : Words.number("%.2g", Spread.median(of, DictionaryFit::error)));
            failures.cell(
                none
                    ? Words.NONE
                    : of.stream().filter(DictionaryFit::failed).count() + " of " + of.size());
            seconds.cell(
                none
                    ? Words.NONE
                    : Words.number("%.3f", Spread.median(of, DictionaryFit::seconds)));
          }
        });
    return List.of(errors.html(), failures.html(), seconds.html());
  }

  private static Table table(String caption, List<Rival> rivals) {
    Table table = new Table(caption).numbers("rows").numbers("σ");
    rivals.forEach(rival -> table.numbers(rival.label()));
    return table;
  }

  private static List<DomContent> how(
      List<DictionaryFit> fits, BackendInfo backend, String command, String software) {
    Map<String, Long> routes =
        fits.stream()
            .filter(fit -> fit.setting().rival() == Rival.OURS)
            .collect(groupingBy(DictionaryFit::route, TreeMap::new, counting()));
    List<String> ways = new ArrayList<>();
    routes.forEach((route, count) -> ways.add(route + " " + count));
    Facts facts =
        new Facts()
            .code("command", command)
            .fact("software", software + ", Java " + System.getProperty("java.version"))
            .fact("backend", backend.name() + " on " + backend.device())
            .fact("machine", MachineLoad.now().words());
    if (!ways.isEmpty()) {
      facts.fact("what found the features of lfm spectral fit", String.join(", ", ways));
    }
    return List.of(
        facts.html(),
        p(
            "As published: the K candidates of the best Kolmogorov–Smirnov score, W the pseudoinverse"
                + " of their eigenvectors. This and MF-Binary are our implementations of the papers,"
                + " not the authors' programs. Every fit is in errors.tsv in the same folder; a"
                + " repeated run skips the fits that it holds."));
  }
}

package org.latentfeature.evidence.figures;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.text;
import static j2html.TagCreator.ul;
import static java.util.stream.Collectors.joining;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.evidence.MachineLoad;
import org.latentfeature.evidence.Words;
import org.latentfeature.evidence.figures.EqualTimeFit.Improvement;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.report.page.Facts;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Isolated;
import org.latentfeature.report.page.Page;
import org.latentfeature.report.page.Table;

/** The page of a comparison at equal time: who wins, errors against time, every figure. */
final class EqualTimePage {

  private final Request request;
  private final List<Contender> contenders;
  private final List<EqualTimeFits> all;
  private final List<Fault> faults;
  private final boolean complete;

  EqualTimePage(
      Request request,
      List<Contender> contenders,
      List<EqualTimeFits> all,
      List<Fault> faults,
      boolean complete) {
    this.request = request;
    this.contenders = contenders;
    this.all = all;
    this.faults = faults;
    this.complete = complete;
  }

  Page page(BackendInfo backend) {
    Page page = new Page(request.experiment().title() + ", every method at equal time");
    page.lead(
        p(
            "Each method has %s s for each data set and K, on the same backend and threads."
                    .formatted(limit())
                + " It repeats its fit with further seeds until they are used and keeps the result of"
                + " least squared error. RMSE-noisy is the root mean square of X minus the found Z W;"
                + " lower is better."));
    if (!complete) {
      page.lead(p("Not all methods are done. The same command resumes.").withClass("note"));
    }
    if (!faults.isEmpty()) {
      page.lead(
          div(
                  p("Some inputs could not be used:"),
                  ul(each(faults, f -> li(Isolated.name(f.dataSet()), text(": " + f.message())))))
              .withClass("note"));
    }
    page.section("Lowest errors", lowest().html());
    byData().forEach((name, some) -> page.section(name, dataSet(some)));
    page.section("Provenance", how(backend));
    return page;
  }

  private String limit() {
    return all.stream()
        .flatMap(some -> some.fits().stream())
        .map(fit -> fit.setting().limit())
        .distinct()
        .map(seconds -> seconds == Math.rint(seconds) ? "%.0f".formatted(seconds) : "" + seconds)
        .collect(joining(", "));
  }

  private Map<String, List<EqualTimeFits>> byData() {
    Map<String, List<EqualTimeFits>> byData = new LinkedHashMap<>();
    all.forEach(
        some -> byData.computeIfAbsent(some.data().name(), n -> new ArrayList<>()).add(some));
    return byData;
  }

  private Table lowest() {
    Table table =
        new Table(
                "The methods of least RMSE-noisy, within 0.01 %, the best of the others and how far it"
                    + " is above them, all refined; and the lowest figure recorded of other programs.")
            .column("data set")
            .numbers("K")
            .column("lowest")
            .numbers("RMSE-noisy")
            .column("next")
            .numbers("above")
            .numbers("recorded")
            .column("recorded by");
    for (EqualTimeFits some : all) {
      List<EqualTimeFit> winners = some.winners();
      Optional<EqualTimeFit> next = some.next();
      Optional<RecordedFigures.Entry> recorded = some.lowestRecorded();
      double error = winners.isEmpty() ? Double.NaN : winners.get(0).refined();
      table
          .row()
          .cell(some.data().name())
          .cell(Integer.toString(some.k()))
          .cell(winners.stream().map(EqualTimePage::word).collect(joining(", ")))
          .cell(Words.error(error))
          .cell(next.map(EqualTimePage::word).orElse(Words.NONE))
          .cell(next.map(n -> Words.percent(n.refined() / error - 1)).orElse(Words.NONE))
          .cell(recorded.map(entry -> Words.error(entry.best())).orElse(Words.NONE))
          .cell(recorded.map(RecordedFigures.Entry::method).orElse(Words.NONE));
    }
    return table;
  }

  private static String word(EqualTimeFit fit) {
    return fit.setting().contender().word();
  }

  private static List<DomContent> dataSet(List<EqualTimeFits> some) {
    DataSet data = some.get(0).data();
    List<DomContent> parts = new ArrayList<>();
    parts.add(p("%,d × %,d (%s).".formatted(data.x().rows(), data.x().cols(), data.origin())));
    List<DomContent> charts = new ArrayList<>(new EqualTimeCharts(some).html());
    some.forEach(fits -> chart(fits).ifPresent(charts::add));
    parts.add(Figure.grid(charts));
    for (EqualTimeFits fits : some) {
      parts.add(table(fits).html());
      notes(fits).ifPresent(parts::add);
    }
    return parts;
  }

  /** The best error so far against the seconds used. */
  private static Optional<DomContent> chart(EqualTimeFits fits) {
    String title = "%s, K = %d: RMSE-noisy against seconds".formatted(fits.data().name(), fits.k());
    LineChart chart = new LineChart(title, "seconds", "RMSE-noisy").logarithmic();
    chart.logarithmicPlaces();
    double least = fits.data().rounding();
    for (EqualTimeFit fit : fits.fits()) {
      if (fit.fits() > 0) {
        List<Improvement> steps = new ArrayList<>(fit.improvements());
        steps.add(new Improvement(fit.seconds(), fit.refined()));
        chart.steps(
            fit.setting().contender().slot(),
            word(fit),
            steps.stream().mapToDouble(Improvement::seconds).toArray(),
            steps.stream().mapToDouble(step -> Math.max(step.error(), least)).toArray());
      }
    }
    if (chart.isEmpty()) {
      return Optional.empty();
    }
    String caption = title + ", of the best fit so far, refined.";
    if (fits.fits().stream().anyMatch(fit -> fit.refined() < least)) {
      caption += String.format(Locale.ROOT, " Rounding errors below %.0e are drawn there.", least);
    }
    return Optional.of(Figure.chart(chart.svg(), caption));
  }

  private static Table table(EqualTimeFits fits) {
    boolean truth = fits.data().truth() != null;
    Table table =
        new Table(
                ("K = %d. Refined: after alternating codes and dictionary, the same for all; raw: as the"
                            + " method gives it, like recorded figures.")
                        .formatted(fits.k())
                    + (truth ? " Hamming and RMSE of ours are those of the refined fit." : ""))
            .column("method")
            .numbers("refined")
            .numbers("raw");
    if (truth) {
      table.numbers("Hamming").numbers("RMSE");
    }
    table.numbers("seconds").numbers("fits").column("note");
    for (EqualTimeFit fit : fits.fits()) {
      table.row().cell(word(fit));
      if (fits.isWinner(fit)) {
        table.best(Words.error(fit.refined()));
      } else {
        table.cell(Words.error(fit.refined()));
      }
      table.cell(Words.error(fit.raw()));
      if (truth) {
        table.cell(Words.error(fit.hamming())).cell(Words.error(fit.rmse()));
      }
      table.cell(Words.seconds(fit.seconds())).cell("%,d".formatted(fit.fits())).cell(note(fit));
    }
    for (String method : fits.recordedMethods()) {
      table
          .row()
          .cell(method + ", recorded")
          .cell(Words.NONE)
          .cell(recorded(fits, method, Metric.RMSE_NOISY));
      if (truth) {
        table
            .cell(recorded(fits, method, Metric.HAMMING))
            .cell(recorded(fits, method, Metric.RMSE));
      }
      table.cell(Words.NONE).cell(runs(fits, method)).cell("");
    }
    return table;
  }

  private static String note(EqualTimeFit fit) {
    if (fit.fits() == 0) {
      return "refused";
    }
    int k = fit.setting().k();
    return fit.features() < k ? "%,d of %,d features".formatted(fit.features(), k) : "";
  }

  /** Why methods ended before their time. */
  private static Optional<DomContent> notes(EqualTimeFits fits) {
    List<EqualTimeFit> noted = fits.fits().stream().filter(f -> !f.note().isEmpty()).toList();
    return noted.isEmpty()
        ? Optional.empty()
        : Optional.of(ul(each(noted, fit -> li(word(fit) + ": " + fit.note()))));
  }

  private static String recorded(EqualTimeFits fits, String method, Metric metric) {
    return fits.recorded(method, metric).map(e -> Words.error(e.best())).orElse(Words.NONE);
  }

  private static String runs(EqualTimeFits fits, String method) {
    return fits.recorded(method, Metric.RMSE_NOISY)
        .map(e -> "%,d".formatted(e.runs()))
        .orElse(Words.NONE);
  }

  private List<DomContent> how(BackendInfo backend) {
    Facts facts =
        new Facts()
            .code("command", request.command())
            .fact("seeds", "from " + request.selection().seeds().get(0) + " on, for every method")
            .fact("software", request.software() + ", Java " + System.getProperty("java.version"))
            .fact(
                "backend",
                "%s on %s, threads: %d, %s"
                    .formatted(
                        backend.name(),
                        backend.device(),
                        backend.threads(),
                        new TreeMap<>(backend.versions())))
            .fact("machine", MachineLoad.now().words());
    if (request.recorded() != null) {
      facts.fact("recorded figures", request.recorded().toString());
    }
    contenders.forEach(contender -> facts.code(contender.word(), contender.command()));
    return List.of(
        facts.html(),
        p(
            "Seconds are the wall clock of fits and refinement, without the reading of files. A method"
                + " that does not depend on its seed runs once. The time limit stops a fit, which then"
                + " gives its best result so far; refining that may take a little longer. The first method of a run also waits for Java to"
                + " compile it. All methods are"
                + " this engine's; the recorded figures are those of the authors' programs, whatever"
                + " time they took. The same figures are in equal-time.tsv."));
  }
}

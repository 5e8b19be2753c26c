package org.latentfeature.evidence.figures;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.text;
import static j2html.TagCreator.ul;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.evidence.MachineLoad;
import org.latentfeature.evidence.Spread;
import org.latentfeature.evidence.Words;
import org.latentfeature.report.page.Facts;
import org.latentfeature.report.page.Isolated;
import org.latentfeature.report.page.Page;
import org.latentfeature.report.page.Table;

/** The page: what was found against what was recorded, data set by data set. */
final class ReproductionPage {

  private static final String PAPER =
      "Yen, Lee, Chang, Suggala, Lin, Ravikumar: Latent Feature Lasso, ICML 2017, section 6";

  private final Request request;
  private final RecordedFigures recorded;
  private final List<Findings> all;
  private final FoundModels models;
  private final List<Fault> faults;
  private final List<String> refusals;
  private final boolean complete;

  ReproductionPage(
      Request request,
      RecordedFigures recorded,
      List<Findings> all,
      FoundModels models,
      List<Fault> faults,
      List<String> refusals,
      boolean complete) {
    this.request = request;
    this.recorded = recorded;
    this.all = all;
    this.models = models;
    this.faults = faults;
    this.refusals = refusals;
    this.complete = complete;
  }

  Page page(BackendInfo backend, MachineLoad machine) {
    Page page = new Page(request.experiment().title() + ", reproduced");
    lead(page);
    if (request.experiment() != Experiment.TABLE_TIMES) {
      page.section("Comparison with recorded results", record());
    }
    page.section("Default against published algorithm", defaults());
    for (Findings findings : all) {
      if (request.experiment() != Experiment.TABLE_TIMES) {
        page.section(findings.data().name(), dataSet(findings));
      }
    }
    page.section("Times", times());
    page.section("Provenance", how(backend, machine));
    return page;
  }

  private void lead(Page page) {
    page.lead(
        p(
            "The experiments of "
                + PAPER
                + ", run by this engine. X (a row for each observation) is approximated by Z W with"
                + " Z binary, of K columns; lower is better everywhere."));
    if (!complete && faults.isEmpty()) {
      page.lead(p("Not all runs are done. The same command resumes.").withClass("note"));
    }
    if (!faults.isEmpty()) {
      page.lead(
          div(
                  p("Some inputs could not be used:"),
                  ul(
                      each(
                          faults,
                          fault ->
                              li(Isolated.name(fault.dataSet()), text(": " + fault.message())))))
              .withClass("note"));
    }
  }

  private List<DomContent> record() {
    Table table =
        new Table("Number of K at which no recorded figure is more than 0.01 % below ours.")
            .column("data set")
            .column("error")
            .numbers("K compared")
            .numbers("best run")
            .numbers("median run");
    List<DomContent> above = new ArrayList<>();
    int lines = 0;
    for (Findings findings : all) {
      for (Metric metric : Metric.values()) {
        RecordedComparison comparison = RecordedComparison.of(findings, recorded, metric);
        if (!comparison.lines().isEmpty()) {
          lines++;
          table
              .row()
              .cell(findings.data().name())
              .cell(metric.label())
              .cell(Integer.toString(comparison.lines().size()))
              .cell(Integer.toString(comparison.lowest()))
              .cell(Integer.toString(comparison.medianLowest()));
          if (!comparison.above().isEmpty()) {
            above.add(
                li(
                    Isolated.name(findings.data().name()),
                    text(", " + metric.label() + ": K = "),
                    above(comparison.above())));
          }
        }
      }
    }
    if (lines == 0) {
      return List.of(
          p(
              "There are no recorded figures of other methods for these data sets. To compare with"
                  + " some, pass --recorded."));
    }
    return List.of(
        p(
            "The path against the lowest of all recorded methods, at every K that has both. Recorded"
                + " figures are the best of the number of runs that the tables by K state, ours of "
                + runs()
                + ". The path minimises RMSE-noisy, not the other two errors: with fewer features"
                + " than the ground truth, a mixture of two true features can have a smaller error"
                + " than either."),
        table.html(),
        p(
            above.isEmpty()
                ? "No recorded figure is lower."
                : "Recorded figures that are lower, and by how much:"),
        ul(each(above, line -> line)));
  }

  private String runs() {
    int runs = request.selection().seeds().size();
    return runs == 1 ? "one run" : runs + " runs";
  }

  private static DomContent above(List<RecordedComparison.Line> lines) {
    List<DomContent> parts = new ArrayList<>();
    for (RecordedComparison.Line line : lines) {
      String separator = parts.isEmpty() ? "" : "); ";
      parts.add(text(separator + line.k() + " (" + Words.percent(line.excess()) + ", "));
      parts.add(Isolated.name(line.recorded().method()));
    }
    parts.add(text(")"));
    return each(parts, part -> part);
  }

  private List<DomContent> defaults() {
    Table table =
        new Table(
            "At one K: that of the ground truth, or for real data the number of objects, persons or classes."
                + " Error is RMSE-noisy; medians over the seeds.");
    table
        .column("data set")
        .numbers("K")
        .numbers("error")
        .numbers("as published")
        .numbers("ratio")
        .numbers("Hamming")
        .numbers("as published")
        .numbers("seconds")
        .numbers("as published")
        .numbers("ratio");
    for (Findings f : all) {
      int k = f.data().shown();
      Optional<Spread> error = f.error(Approach.FIT, Metric.RMSE_NOISY, k);
      Optional<Spread> paper = f.error(Approach.PAPER_FIT, Metric.RMSE_NOISY, k);
      Optional<Spread> seconds = f.seconds(Approach.FIT, k);
      Optional<Spread> paperSeconds = f.seconds(Approach.PAPER_FIT, k);
      table
          .row()
          .cell(f.data().name())
          .cell(Integer.toString(k))
          .cell(Words.median(error))
          .cell(Words.median(paper))
          .cell(ratio(paper, error))
          .cell(Words.median(f.error(Approach.FIT, Metric.HAMMING, k)))
          .cell(Words.median(f.error(Approach.PAPER_FIT, Metric.HAMMING, k)))
          .cell(Words.medianSeconds(seconds))
          .cell(Words.medianSeconds(paperSeconds))
          .cell(ratio(paperSeconds, seconds));
    }
    return List.of(
        p(
            "The default searches more atoms per step and improves them, solves the corrective step by"
                + " Newton's method, refines Z and W together, and uses the path where that is"
                + " better. The published algorithm runs as the paper describes it: 100 greedy"
                + " steps of one atom, 100 sweeps at rank 10, the best of 100 roundings, proximal"
                + " updates, the K largest atoms by c‖v‖², W by least squares, nothing refined. It is"
                + " our implementation of the paper, not the authors' program, whose λ and τ were set"
                + " by hand; here the penalty is derived from the data and K, as in the default."),
        table.html());
  }

  private static String ratio(Optional<Spread> a, Optional<Spread> b) {
    if (a.isEmpty() || b.isEmpty() || b.get().median() < 1e-9) {
      return Words.NONE;
    }
    double ratio = a.get().median() / b.get().median();
    return ratio > 1e4
        ? String.format(Locale.ROOT, "%.0e", ratio)
        : String.format(Locale.ROOT, ratio < 10 ? "%.2f" : "%.0f", ratio);
  }

  private List<DomContent> dataSet(Findings findings) {
    DataSet data = findings.data();
    List<DomContent> parts = new ArrayList<>();
    DataSet.Truth truth = data.truth();
    parts.add(
        p(
            "%,d × %,d (%s)%s."
                .formatted(
                    data.x().rows(),
                    data.x().cols(),
                    data.origin(),
                    truth == null
                        ? "; there is no ground truth, so only the error to the data is measured"
                        : "; the ground truth has K = " + truth.z().cols())));
    parts.add(new ErrorCharts(findings, recorded).html());
    parts.addAll(ErrorTable.html(findings, recorded));
    for (Approach approach : List.of(Approach.FIT, Approach.PAPER_FIT)) {
      if (approach == Approach.FIT || (truth != null && data.picture() != null)) {
        models
            .of(data, approach)
            .ifPresent(model -> parts.addAll(FeaturePictures.html(data, approach, model)));
      }
    }
    return parts;
  }

  private List<DomContent> times() {
    Table table =
        new Table(
                "Median seconds over the seeds, from the matrix in memory to the model; – where a"
                    + " method refuses or was not run.")
            .column("method");
    all.forEach(f -> table.numbers(f.data().name()));
    row(table, "N × D", f -> "%,d × %,d".formatted(f.data().x().rows(), f.data().x().cols()));
    row(table, "K", f -> Integer.toString(f.data().shown()));
    boolean figures = request.experiment() != Experiment.TABLE_TIMES;
    for (Approach approach : Approach.values()) {
      if (!approach.everyK() && (approach.isOfFigures() || !figures)) {
        row(
            table,
            approach.label(),
            f -> Words.medianSeconds(f.runSeconds(approach, f.data().shown())));
      }
    }
    row(table, "every K up to", f -> Integer.toString(f.data().most()));
    for (Approach approach : List.of(Approach.PATH, Approach.PAPER)) {
      row(
          table,
          approach.label(),
          f -> Words.medianSeconds(f.runSeconds(approach, f.data().most())));
    }
    List<DomContent> parts = new ArrayList<>();
    parts.add(table.html());
    if (!refusals.isEmpty()) {
      parts.add(p("Methods that refused:"));
      parts.add(ul(each(refusals, refusal -> li(refusal))));
    }
    parts.add(
        p(
            "Runs that share the machine with other work, and the first run in a JVM, take longer;"
                + " see the load average below."));
    return parts;
  }

  private void row(Table table, String name, Function<Findings, String> cell) {
    table.row().cell(name);
    all.forEach(f -> table.cell(cell.apply(f)));
  }

  private List<DomContent> how(BackendInfo backend, MachineLoad machine) {
    Facts facts =
        new Facts()
            .code("command", request.command())
            .fact(
                "seeds",
                request.selection().seeds().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "))
                    + " for every method; 0 for generated problems")
            .fact("software", request.software() + ", Java " + System.getProperty("java.version"))
            .fact(
                "backend",
                "%s on %s, %d thread%s, %s"
                    .formatted(
                        backend.name(),
                        backend.device(),
                        backend.threads(),
                        backend.threads() == 1 ? "" : "s",
                        new TreeMap<>(backend.versions())))
            .fact("machine", machine.words());
    if (request.recorded() != null) {
      facts.fact("recorded figures", request.recorded().toString());
    }
    boolean times = request.experiment() == Experiment.TABLE_TIMES;
    for (Approach approach : Approach.values()) {
      if (!approach.isOfFigures() && !times) {
        continue;
      }
      facts.code(approach.label(), approach.command());
    }
    Table sources = new Table("The data, by the first digits of their hash.");
    sources.column("data set").column("from").column("hash").column("K of the lasso");
    for (Findings f : all) {
      String grid =
          Arrays.stream(f.features(Approach.LASSO))
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(", "));
      sources.row(f.data().name(), f.data().origin(), f.data().hash().substring(0, 12), grid);
    }
    return List.of(
        facts.html(),
        sources.html(),
        p(
            "The charts show medians over the seeds, the tables by K the best run, as the record"
                + " does. The lasso needs one fit for each K, so it is fitted at each K up to 5, then"
                + " in steps of a third, and without a ground truth up to K = 20 only. The path and"
                + " the published algorithm give every K in one run; the penalty of the published"
                + " algorithm is then that of the largest K."),
        h3("Files in the same folder"),
        ul(
            li("figures.tsv: every error of every method, in the layout of the recorded figures"),
            li("comparison.tsv: ours, default and published, and the lowest recorded, K by K"),
            li("times.tsv: seconds of every run"),
            li("results.tsv: every run; the report is made from it"),
            li("models: Z and W of the features shown, as .npy")));
  }
}

package org.latentfeature.evidence.command;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.evidence.figures.EqualTime;
import org.latentfeature.evidence.figures.EqualTimeFit;
import org.latentfeature.evidence.figures.EqualTimeFit.Improvement;
import org.latentfeature.evidence.figures.EqualTimeFit.Setting;

/** A figure whose methods all have the same time. */
final class EqualTimeRun {

  private static final String BETWEEN = ";";
  private static final String AT = ":";

  private static final RecordColumns<EqualTimeFit> COLUMNS =
      new RecordColumns<>(
              EqualTimeFit.class,
              "dataset:dataSet",
              "hash",
              "k",
              "method:contender",
              "time_limit:limit",
              "seed",
              "backend",
              "seconds",
              "fits",
              "features",
              "rmse_noisy_raw:raw",
              "rmse_noisy:refined",
              "hamming",
              "rmse",
              "improvements",
              "note")
          .with("improvements", List.class, EqualTimeRun::written, EqualTimeRun::improvements);

  private final EqualTime comparison;
  private final Path runs;
  private final BackendOptions backends;
  private final Reporting reporting;

  /**
   * Prepares it.
   *
   * @param runs table of what is done, from which it resumes
   */
  EqualTimeRun(EqualTime comparison, Path runs, BackendOptions backends, Reporting reporting) {
    this.comparison = comparison;
    this.runs = runs;
    this.backends = backends;
    this.reporting = reporting;
  }

  /** Runs it to its page; false if the user interrupted it before its end. */
  boolean run() throws IOException {
    OutputCheck.writable(runs);
    OutputCheck.writable(comparison.page());
    OutputCheck.writable(comparison.table());
    Stopwatch watch = Stopwatch.start();
    comparison.faults().forEach(f -> reporting.note(f.dataSet() + " is left out: " + f.message()));
    PointRun<Setting, EqualTimeFit> run =
        new PointRun<>(COLUMNS, runs, reporting, EqualTimeRun::words, Setting::limit);
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      List<Setting> settings = comparison.settings(backend.info());
      run.run(
          settings,
          interruption,
          (setting, listener) ->
              comparison.measure(backend, setting, listener.until(interruption::isRequested)),
          fit -> fit.note().isEmpty() ? null : words(fit.setting()) + ": " + fit.note());
      List<EqualTimeFit> done = run.done().points();
      boolean complete = done.size() == settings.size();
      if (!done.isEmpty()) {
        comparison.write(done, backend.info(), complete);
      }
      Answer answer =
          new Answer()
              .with("page", done.isEmpty() ? null : comparison.page().toString())
              .with("table", done.isEmpty() ? null : comparison.table().toString())
              .with("comparisons", done.size())
              .with("complete", complete)
              .with("seconds", watch.seconds())
              .with("backend", backend.info().name());
      reporting.answer(reporting.json ? answer.with("rows", run.done().rows()) : answer);
      return complete;
    }
  }

  private static String words(Setting setting) {
    return "%s, K = %d, %s".formatted(setting.dataSet(), setting.k(), setting.contender().word());
  }

  private static String written(List<?> improvements) {
    return improvements.stream()
        .map(Improvement.class::cast)
        .map(step -> step.seconds() + AT + step.error())
        .collect(joining(BETWEEN));
  }

  private static List<Improvement> improvements(String cell) {
    return cell.isEmpty()
        ? List.of()
        : Arrays.stream(cell.split(BETWEEN, -1)).map(EqualTimeRun::improvement).toList();
  }

  private static Improvement improvement(String text) {
    int at = text.indexOf(AT);
    if (at < 0) {
      throw new IllegalArgumentException(text + " is not seconds:error");
    }
    return new Improvement(
        Double.parseDouble(text.substring(0, at)), Double.parseDouble(text.substring(at + 1)));
  }
}

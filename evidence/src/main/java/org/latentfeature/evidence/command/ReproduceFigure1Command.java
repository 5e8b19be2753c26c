package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.evidence.TextFile;
import org.latentfeature.evidence.figures.FailureFrequency;
import org.latentfeature.evidence.figures.FailureFrequency.Setting;
import org.latentfeature.report.chart.LineChart;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm reproduce figure1}: how often random incidence matrices are not identifiable. */
@Command(
    name = "figure1",
    description = {
      "Count how often a random binary Z violates Theorem 4 of Yen et al.",
      "Then a factorisation with this N × K matrix, each entry 1 with probability p, is "
          + "not unique. The table is tab-separated: n, k, p, trials, seed, failures; dependent, "
          + "the failures with linearly dependent columns; undecided, trials stopped early and "
          + "not counted as failures (none up to K = 20); frequency = failures / trials.",
      "Ctrl-C stops the run and keeps the finished points; the exit status is then 130. A "
          + "repeated run resumes."
    },
    footer = {
      "",
      "Example:",
      "  lfm reproduce figure1 --rows 50,100 -o figure1.tsv --chart figure1.svg"
    })
final class ReproduceFigure1Command implements Callable<Integer> {

  private static final RecordColumns<FailureFrequency> COLUMNS =
      new RecordColumns<>(
          FailureFrequency.class,
          "n:rows",
          "k:features",
          "p",
          "trials",
          "seed",
          "failures",
          "dependent",
          "undecided",
          "frequency");

  /** Seconds of a point, to an order of magnitude. */
  private static final double EXPECTED = 0.5;

  @Option(
      names = "--rows",
      paramLabel = "N",
      split = ",",
      defaultValue = "1000",
      description = "Numbers of rows (default: ${DEFAULT-VALUE}).")
  List<Integer> rows = List.of();

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      converter = WholeNumbers.Converter.class,
      defaultValue = "5,10,15,20",
      description = "Numbers of columns, such as 5,10 or 2..8 (default: ${DEFAULT-VALUE}).")
  WholeNumbers features = new WholeNumbers(List.of());

  @Option(
      names = {"-p", "--probability"},
      paramLabel = "P",
      split = ",",
      defaultValue = "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9",
      description = "Probabilities of a 1, between 0 and 1 (default: ${DEFAULT-VALUE}).")
  List<Double> probabilities = List.of();

  @Option(
      names = "--trials",
      paramLabel = "T",
      defaultValue = "100",
      description = "Number of matrices per point, at least 1 (default: ${DEFAULT-VALUE}).")
  int trials;

  @Option(
      names = "--chart",
      paramLabel = "SVG",
      description =
          "Write a chart to this file, .svg: the share of matrices that fail against p, a line for "
              + "each N and K.")
  @Writes
  @Nullable Path chart;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin TableOption output = new TableOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    List<Setting> settings = settings();
    PointRun<Setting, FailureFrequency> run =
        new PointRun<>(
            COLUMNS, output.file, reporting, ReproduceFigure1Command::words, setting -> EXPECTED);
    try (Interruption interruption = Interruption.watch()) {
      run.run(
          settings,
          interruption,
          (setting, listener) ->
              FailureFrequency.measure(setting, () -> !interruption.isRequested(), run.progress()),
          ReproduceFigure1Command::note);
    }
    draw(run.done().points());
    answer(run.done());
    return run.done().points().size() < settings.size()
        ? Interruption.EXIT_STATUS
        : CommandLine.ExitCode.OK;
  }

  private List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    try {
      for (int n : rows) {
        for (int k : features.ints()) {
          for (double p : probabilities) {
            settings.add(new Setting(n, k, p, trials, seed.seed));
          }
        }
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
    return settings.stream().distinct().toList();
  }

  private void draw(List<FailureFrequency> points) {
    if (chart == null || points.isEmpty()) {
      return;
    }
    LineChart drawing = new LineChart("Random Z that violate Theorem 4", "p", "share that fails");
    for (int n : rows) {
      for (int k : features.ints()) {
        List<FailureFrequency> line =
            points.stream()
                .filter(p -> p.setting().rows() == n && p.setting().features() == k)
                .sorted(Comparator.comparingDouble(p -> p.setting().p()))
                .toList();
        drawing.line(
            String.format(Locale.ROOT, "N = %,d, K = %d", n, k),
            line.stream().mapToDouble(p -> p.setting().p()).toArray(),
            line.stream().mapToDouble(FailureFrequency::frequency).toArray());
      }
    }
    TextFile.write(chart, drawing.svg());
  }

  private static String note(FailureFrequency point) {
    return String.format(
        Locale.ROOT,
        "%s: %d of %d fail",
        words(point.setting()),
        point.failures(),
        point.setting().trials());
  }

  private static String words(Setting s) {
    return String.format(Locale.ROOT, "N %,d, K %d, p %s", s.rows(), s.features(), s.p());
  }

  private void answer(PointTable<Setting, FailureFrequency> table) {
    if (reporting.json) {
      List<Object> points = new ArrayList<>();
      for (FailureFrequency point : table.points()) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("n", point.setting().rows());
        entry.put("k", point.setting().features());
        entry.put("p", point.setting().p());
        entry.put("failures", point.failures());
        entry.put("dependent", point.dependent());
        entry.put("undecided", point.undecided());
        entry.put("frequency", point.frequency());
        points.add(entry);
      }
      reporting.answer(
          new Answer()
              .with("table", output.file == null ? null : output.file.toString())
              .with("trials", trials)
              .with("seed", seed.seed)
              .with("points", points));
    } else if (output.file == null) {
      reporting.print(table.text());
    } else {
      reporting.answer(
          new Answer().with("table", output.file.toString()).with("points", table.points().size()));
    }
  }
}

package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.evidence.TextFile;
import org.latentfeature.evidence.recovery.FrontierChart;
import org.latentfeature.evidence.recovery.FrontierFit;
import org.latentfeature.evidence.recovery.FrontierFit.Setting;
import org.latentfeature.report.chart.Fonts;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm reproduce frontier}: how many features a fit finds exactly, in how many rows. */
@Command(
    name = "frontier",
    description = {
      "Map which dense problems the lasso recovers exactly.",
      "Fits problems of 'lfm generate dense' given only K, and checks whether every column "
          + "of Z is recovered in every row: for each K, number of rows per feature, noise, "
          + "prevalence and dependence. The table is tab-separated: features, rows, columns, "
          + "sigma, prevalence, dependence, seed, time_limit (seconds), backend; exact (whether "
          + "all features were recovered); found (number recovered); verified (number of columns "
          + "that the fit reports as verified); seconds of the fit; ended (reason for stopping).",
      "Ctrl-C stops the run and keeps the finished fits; the exit status is then 130. A "
          + "repeated run resumes. The default grid takes hours; the options select a part."
    },
    footer = {
      "",
      "Examples:",
      "  lfm reproduce frontier -o frontier.tsv --chart frontier.svg",
      "  lfm reproduce frontier -k 20,35 --ratio 10,30 --sigma 0.01 --prevalence 0.5 --dependence none --seeds 1"
    })
final class ReproduceFrontierCommand implements Callable<Integer> {

  private static final RecordColumns<FrontierFit> COLUMNS =
      new RecordColumns<>(
              FrontierFit.class,
              "features",
              "rows",
              "columns",
              "sigma",
              "prevalence",
              "dependence",
              "seed",
              "time_limit:timeLimit",
              "backend",
              "exact",
              "found",
              "verified",
              "seconds",
              "ended")
          .with("prevalence", Prevalence.class, Prevalence::toString, Prevalence::of)
          .with(
              "dependence",
              FeatureDependence.class,
              FeatureDependence::toString,
              FeatureDependence::of)
          .constant("noise", NoiseShape.EQUAL);

  /** Seconds of a fit for each feature and thousand rows, to an order of magnitude. */
  private static final double EXPECTED = .02;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      converter = WholeNumbers.Converter.class,
      defaultValue = "20,35,50,70,100,150,200",
      description = "Numbers of features, such as 20,35 or 5..10 (default: ${DEFAULT-VALUE}).")
  WholeNumbers features = new WholeNumbers(List.of());

  @Option(
      names = "--ratio",
      paramLabel = "R",
      converter = WholeNumbers.Converter.class,
      defaultValue = "3,5,10,20,30",
      description = "Numbers of rows per feature, N/K, such as 10,30 (default: ${DEFAULT-VALUE}).")
  WholeNumbers ratios = new WholeNumbers(List.of());

  @Option(
      names = "--columns",
      paramLabel = "D",
      defaultValue = "600",
      description = "Number of columns (default: ${DEFAULT-VALUE}).")
  int columns;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      split = ",",
      defaultValue = "0.01,1",
      description =
          "Standard deviations of the noise, at least 0; the entries of W have 1 (default: "
              + "${DEFAULT-VALUE}).")
  List<Double> sigmas = List.of();

  @Option(
      names = "--prevalence",
      paramLabel = "P[..Q]",
      split = ",",
      defaultValue = "0.5,0.2",
      description =
          "Shares of the rows that have a feature, each a number or a range, above 0 and below "
              + "1 (default: ${DEFAULT-VALUE}).")
  List<String> prevalences = List.of();

  @Option(
      names = "--dependence",
      paramLabel = "FORM",
      split = ",",
      defaultValue = "none,factor:0.5,pairs:0.1,chain:0.8",
      description =
          "Dependence between features, in the forms of 'lfm generate --help' (default: "
              + "${DEFAULT-VALUE}).")
  List<String> dependences = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "3",
      converter = RunSeeds.Converter.class,
      description = RunSeeds.OF_PROBLEMS)
  RunSeeds seeds = new RunSeeds(1, List.of());

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "Stop each fit after this many seconds, such as 90 or 0.5, and keep the best model "
              + "so far (default: ${DEFAULT-VALUE}).")
  double timeLimit;

  @Option(
      names = "--chart",
      paramLabel = "SVG",
      description =
          "Write a chart to this file, .svg: for each noise, prevalence and dependence, rows "
              + "per feature against features, the share of exact fits in colour, and the line N = "
              + "0.1 K².")
  @Writes
  @Nullable Path chart;

  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin TableOption output = new TableOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    List<DenseProblem> problems = problems();
    timeLimit = TimeLimitOption.checked(command, timeLimit);
    backends.check();
    if (output.file != null) {
      OutputCheck.writable(output.file);
    }
    if (chart != null) {
      OutputCheck.writable(chart);
      Fonts.require();
    }
    PointRun<Setting, FrontierFit> run =
        new PointRun<>(
            COLUMNS, output.file, reporting, setting -> words(setting.problem()), this::expected);
    PointTable<Setting, FrontierFit> table = run.done();
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      run.run(
          problems.stream()
              .map(problem -> new Setting(problem, timeLimit, backend.info().name()))
              .toList(),
          interruption,
          (setting, listener) -> FrontierFit.run(backend, setting, Version.software(), listener),
          ReproduceFrontierCommand::line);
      draw(table.points());
      answer(table);
    }
    return table.points().size() < problems.size()
        ? Interruption.EXIT_STATUS
        : CommandLine.ExitCode.OK;
  }

  private double expected(Setting setting) {
    return Math.min(
        timeLimit, EXPECTED * setting.problem().features() * setting.problem().rows() / 1000.0);
  }

  private List<DenseProblem> problems() {
    List<DenseProblem> problems = new ArrayList<>();
    try {
      for (String dependence : dependences) {
        for (String prevalence : prevalences) {
          for (double sigma : sigmas) {
            for (int k : features.ints()) {
              for (int ratio : ratios.ints()) {
                for (long seed : seeds.from(1)) {
                  problems.add(
                      new DenseProblem(
                          rows(k, ratio),
                          columns,
                          k,
                          sigma,
                          Prevalence.of(prevalence),
                          FeatureDependence.of(dependence),
                          NoiseShape.EQUAL,
                          seed));
                }
              }
            }
          }
        }
      }
    } catch (IllegalArgumentException e) {
      // Complaints begin with the component's name, which is the option's.
      throw new ParameterException(command.commandLine(), "--" + e.getMessage(), e);
    }
    return problems.stream().distinct().toList();
  }

  private static int rows(int k, int ratio) {
    if (k < 1) {
      throw new IllegalArgumentException("features is " + k + "; it must be at least 1");
    }
    if (ratio < 1 || ratio > Integer.MAX_VALUE / k) {
      throw new IllegalArgumentException(
          "ratio is %,d; it must be from 1 to %,d for %,d features"
              .formatted(ratio, Integer.MAX_VALUE / k, k));
    }
    return k * ratio;
  }

  private static String line(FrontierFit fit) {
    return String.format(
        Locale.ROOT,
        "%s: %d of %d in %.2f s%s",
        words(fit.setting().problem()),
        fit.found(),
        fit.setting().problem().features(),
        fit.seconds(),
        fit.exact() ? "" : ", " + fit.ended());
  }

  private static String words(DenseProblem p) {
    return String.format(
        Locale.ROOT,
        "K %,d, N %,d, sigma %s, prevalence %s, dependence %s, seed %d",
        p.features(),
        p.rows(),
        p.sigma(),
        p.prevalence(),
        p.dependence(),
        p.seed());
  }

  private void draw(List<FrontierFit> fits) {
    if (chart != null && !fits.isEmpty()) {
      TextFile.write(chart, FrontierChart.svg(fits));
    }
  }

  private void answer(PointTable<Setting, FrontierFit> table) {
    if (output.file == null && !reporting.json) {
      reporting.print(table.text());
      return;
    }
    Answer answer =
        new Answer()
            .with("table", output.file == null ? null : output.file.toString())
            .with("chart", chart == null ? null : chart.toString())
            .with("fits", table.points().size())
            .with("exact", table.points().stream().filter(FrontierFit::exact).count());
    reporting.answer(reporting.json ? answer.with("rows", table.rows()) : answer);
  }
}

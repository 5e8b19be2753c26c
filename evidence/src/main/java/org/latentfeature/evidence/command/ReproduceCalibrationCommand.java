package org.latentfeature.evidence.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.evidence.TextFile;
import org.latentfeature.evidence.TimeLeft;
import org.latentfeature.evidence.recovery.Calibration;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.ibp.IndianBuffetEstimator;
import org.latentfeature.ibp.IndianBuffetModel;
import org.latentfeature.report.chart.Fonts;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm reproduce calibration}: whether the probabilities of bits are right. */
@Command(
    name = "calibration",
    description = {
      "Measure whether bits that 'lfm ibp fit -k K' says are on with probability p are on in a share p of cases.",
      "Problems: 200×12, K = 5, normal W, with noise from 0.6 to 1.2 of the size of W, where bits are "
          + "unsure. The table is tab-separated, a row for each tenth of the probabilities: from, to, "
          + "bits, said (mean probability), on (share of bits that are on). Features that the "
          + "posterior does not have are left out.",
      "Ctrl-C stops the run and writes the finished part; the exit status is then 130."
    },
    footer = {
      "",
      "Example:",
      "  lfm reproduce calibration -o calibration.tsv --chart calibration.svg"
    })
final class ReproduceCalibrationCommand implements Callable<Integer> {

  private static final String HEADER = "from\tto\tbits\tsaid\ton";
  private static final String ROW = "%.1f\t%.1f\t%d\t%.4f\t%.4f";

  private static final int ROWS = 200;
  private static final int COLS = 12;
  private static final int FEATURES = 5;
  private static final double LEAST = 0.6;
  private static final double MOST = 1.2;

  /** Seconds of a problem, to an order of magnitude. */
  private static final double EXPECTED = 1;

  @Option(
      names = "--problems",
      paramLabel = "N",
      defaultValue = "50",
      description = "Number of problems, with the seeds 1 … N (default: ${DEFAULT-VALUE}).")
  int problems = 50;

  @Option(
      names = "--sampler",
      paramLabel = "SAMPLER",
      defaultValue = "auto",
      description = "Sampler of 'lfm ibp fit' (default: ${DEFAULT-VALUE}).")
  String sampler = "auto";

  @Option(
      names = "--chart",
      paramLabel = "SVG",
      description = "Write a reliability chart to this file, .svg.")
  @Writes
  @Nullable Path chart;

  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin TableOption output = new TableOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() {
    if (problems < 1) {
      throw new Failure("--problems is %d; it must be at least 1".formatted(problems));
    }
    if (chart != null) {
      OutputCheck.writable(chart);
      Fonts.require();
    }
    Map<String, String> words = Map.of("sampler", sampler, IndianBuffetEstimator.SWEEPS, "400");
    IndianBuffetEstimator estimator = new IndianBuffetEstimator();
    try {
      estimator.request(FEATURES, words);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--" + e.getMessage(), e);
    }
    backends.check();
    Calibration calibration = new Calibration();
    int common = 0;
    TrialProgress progress = new TrialProgress(reporting);
    TimeLeft left = new TimeLeft(problems * EXPECTED);
    boolean interrupted;
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      for (int seed = 1; seed <= problems && !interruption.isRequested(); seed++) {
        double sigma = LEAST + (MOST - LEAST) * (seed - 1) / Math.max(1, problems - 1);
        SyntheticProblem problem = SyntheticProblem.dense(ROWS, COLS, FEATURES, sigma, seed);
        progress.at(seed, problems, "seed %d".formatted(seed), left.seconds());
        Stopwatch watch = Stopwatch.start();
        try (LoadedData data = new LoadedData(backend, problem.x())) {
          Fitted<IndianBuffetModel> fitted =
              estimator
                  .request(FEATURES, words)
                  .with(seed, null)
                  .withListener(progress.until(interruption))
                  .fit(data);
          if (!interruption.isRequested()) {
            IndianBuffetModel model = fitted.toModel();
            common +=
                calibration.add(
                    problem.z(), model.posterior().reference(), model.posterior().inclusion());
          }
        }
        left.done(EXPECTED, watch.seconds());
      }
      interrupted = interruption.isRequested();
    }
    reporting.note(
        "%,d of %,d features are in the posteriors".formatted(common, problems * FEATURES));
    FitTable table = new FitTable(HEADER, ROW);
    for (int b = 0; b < Calibration.BINS; b++) {
      if (calibration.bits(b) > 0) {
        double width = 1.0 / Calibration.BINS;
        table.add(
            b * width,
            (b + 1) * width,
            calibration.bits(b),
            calibration.said(b),
            calibration.on(b));
      }
    }
    if (chart != null) {
      TextFile.write(chart, calibration.svg());
    }
    table.answer(output.file, reporting);
    return interrupted ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
  }
}

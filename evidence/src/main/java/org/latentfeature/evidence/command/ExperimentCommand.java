package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.evidence.figures.Contender;
import org.latentfeature.evidence.figures.EqualTime;
import org.latentfeature.evidence.figures.Experiment;
import org.latentfeature.evidence.figures.Fault;
import org.latentfeature.evidence.figures.Reproduction;
import org.latentfeature.evidence.figures.Request;
import org.latentfeature.evidence.figures.Selection;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** An experiment that ends in a page. Which one, and what it shows, its subclass says. */
abstract class ExperimentCommand implements Callable<Integer> {

  /** For each subclass's help. */
  static final String RUNS =
      "Each method runs with several seeds. The report needs no network; its numbers are "
          + "in figures.tsv, comparison.tsv and times.tsv beside it.";

  /** For each subclass's help. */
  static final String INTERRUPTED =
      "Ctrl-C stops the run and writes the report with the finished part, including the "
          + "finished K of a path; the exit status is then 130.";

  /** For the help of figures. */
  static final String EQUAL_TIME =
      "With --time-limit, --methods all compares methods at equal time instead: each fits one seed "
          + "after another, from the first of --seeds on, until its seconds are used, and the "
          + "result of least squared error is kept. Figures, charts of errors against time and, with "
          + "several K, against K are in equal-time.html, the figures also in equal-time.tsv.";

  private final Experiment experiment;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description =
          "Directory of the data sets, .npy: NAME_X with NAME_Z and NAME_W, NAME_u8_x255 "
              + "(divided by 255 when read), or NAME. The paper's synthetic data sets are generated "
              + "if missing.")
  @Reads
  Path data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description =
          "Write index.html, its tables and the results so far to this directory, created if "
              + "missing. The same command on the same directory resumes.")
  @Writes(
      inDirectory = {
        "index.html",
        "figures.tsv",
        "comparison.tsv",
        "times.tsv",
        "results.tsv",
        "models",
        "equal-time.html",
        "equal-time.tsv",
        "equal-time-runs.tsv"
      })
  Path output;

  @Option(
      names = "--recorded",
      paramLabel = "TSV",
      description =
          "Table of other methods' errors to compare with, tab-separated, with the columns "
              + "dataset, metric (hamming, rmse or rmse_noisy), method, K, best and count.")
  @Reads
  @Nullable Path recorded;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "3",
      converter = RunSeeds.Converter.class,
      description =
          "Runs of each method: their number N, with the seeds 0 … N−1, or a list of seeds, "
              + "such as 4..6 or 1,5 (default: ${DEFAULT-VALUE}).")
  RunSeeds seeds = new RunSeeds(1, List.of());

  @Option(
      names = "--datasets",
      paramLabel = "NAME",
      split = ",",
      description = "Data sets to run (default: all of the experiment).")
  List<String> dataSets = List.of();

  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = ",",
      description =
          "Methods to run: path, lasso, paper, fit or paper-fit; for times also cumulants, "
              + "tensor-power, spectral, anneal, mf-binary, bp-means or variational; for figures with "
              + "--time-limit, to compare at equal time, all or some of the latter, lasso, path and "
              + "verified (default: all of the experiment).")
  List<String> methods = List.of();

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      converter = WholeNumbers.Converter.class,
      description =
          "Numbers of features, such as 2,4,8 or 1..20: the lasso is fitted at each; a path "
              + "runs to the largest; single fits use the data set's own K if listed, otherwise the "
              + "largest. Numbers above the number of rows are lowered to it, or refused at equal "
              + "time (default: those of the recorded errors; at equal time the data set's own).")
  WholeNumbers features = new WholeNumbers(List.of());

  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();

  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  ExperimentCommand(Experiment experiment) {
    this.experiment = experiment;
  }

  /** Runs the experiment to its page and gives the exit status. */
  @Override
  public Integer call() throws IOException {
    if (experiment != Experiment.TABLE_TIMES
        && Contender.isAsked(methods, timeLimit.seconds != null)) {
      return equalTime();
    }
    Selection selection = selection(methods);
    backends.check();
    Reproduction reproduction = read(selection, Reproduction::prepare);
    OutputCheck.writable(output.resolve("index.html"));
    Stopwatch watch = Stopwatch.start();
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      Reproduction.Summary summary =
          reproduction.run(backend, interruption::isRequested, new TrialProgress(reporting));
      reporting.answer(
          new Answer()
              .with("page", summary.page().toString())
              .with("data_sets", summary.dataSets())
              .with("runs", summary.run())
              .with("runs_kept", summary.kept())
              .with("complete", summary.complete())
              .with("compared_with_record", summary.compared())
              .with("lowest", summary.lowest())
              .with("seconds", watch.seconds())
              .with("backend", backend.info().name()));
      if (interruption.isRequested()) {
        return Interruption.EXIT_STATUS;
      }
      return status(summary.faults());
    }
  }

  private int equalTime() throws IOException {
    List<Contender> contenders = contenders();
    Selection selection = selection(List.of());
    if (selection.timeLimit() == null) {
      throw new ParameterException(
          command.commandLine(),
          "--methods %s compares methods at equal time; pass --time-limit SECONDS, the time of each"
              .formatted(String.join(",", methods)));
    }
    backends.check();
    EqualTime comparison = read(selection, request -> EqualTime.prepare(request, contenders));
    Path runs = output.resolve("equal-time-runs.tsv");
    boolean complete = new EqualTimeRun(comparison, runs, backends, reporting).run();
    return complete ? status(comparison.faults()) : Interruption.EXIT_STATUS;
  }

  private List<Contender> contenders() {
    try {
      return Contender.of(methods);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--" + e.getMessage(), e);
    }
  }

  private Selection selection(List<String> approaches) {
    try {
      return new Selection(
          dataSets, approaches, features.ints(), seeds.from(0), timeLimit.duration());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Reads the data of a request. */
  @FunctionalInterface
  private interface Reading<T> {
    T of(Request request) throws IOException;
  }

  private <T> T read(Selection selection, Reading<T> reading) throws IOException {
    reporting.course().onWork("reading the data sets of " + data, 0, 0);
    try {
      return reading.of(
          new Request(
              experiment,
              data,
              output,
              recorded,
              selection,
              Typed.line(command),
              Version.software()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static int status(List<Fault> faults) {
    if (!faults.isEmpty()) {
      throw new Failure(
          "the report is written, but incomplete for "
              + String.join(", ", faults.stream().map(Fault::dataSet).distinct().toList())
              + "; it names the reasons");
    }
    return CommandLine.ExitCode.OK;
  }
}

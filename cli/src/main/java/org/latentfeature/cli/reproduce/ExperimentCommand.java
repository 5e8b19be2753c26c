package org.latentfeature.cli.reproduce;

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
import org.latentfeature.reproduction.Experiment;
import org.latentfeature.reproduction.Fault;
import org.latentfeature.reproduction.Reproduction;
import org.latentfeature.reproduction.Request;
import org.latentfeature.reproduction.Selection;
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
      "Each method runs with several seeds. The page needs no network; its numbers are in figures.tsv,"
          + " comparison.tsv and times.tsv beside it.";

  /** For each subclass's help. */
  static final String INTERRUPTED =
      "Ctrl-C ends the run; the page is written of what is there, the finished K of a path too, and"
          + " the exit status is 130.";

  private final Experiment experiment;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description =
          "The data sets, .npy: NAME_X with NAME_Z and NAME_W, NAME_u8_x255 (divided by 255 when"
              + " read), or NAME. The paper's synthetic ones are generated where they are absent.")
  @Reads
  Path data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description =
          "Directory for index.html, the tables behind it and the results so far; made if it is not"
              + " there. The same command on the same directory goes on where it stopped.")
  @Writes(
      inDirectory = {
        "index.html",
        "figures.tsv",
        "comparison.tsv",
        "times.tsv",
        "results.tsv",
        "models"
      })
  Path output;

  @Option(
      names = "--recorded",
      paramLabel = "TSV",
      description =
          "Errors of other methods to hold ours against, tab separated, with the columns dataset,"
              + " metric (hamming, rmse or rmse_noisy), method, K, best and count.")
  @Reads
  @Nullable Path recorded;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "3",
      converter = RunSeeds.Converter.class,
      description =
          "Runs of each method: how many, with the seeds 0 … N−1, or which seeds, such as 4..6 or"
              + " 1,5 (default: ${DEFAULT-VALUE}).")
  RunSeeds seeds = new RunSeeds(1, List.of());

  @Option(
      names = "--datasets",
      paramLabel = "NAME",
      split = ",",
      description = "Which data sets (default: all that the experiment shows).")
  List<String> dataSets = List.of();

  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = ",",
      description =
          "Which methods: path, lasso, paper, fit or paper-fit, as the tables call them (default:"
              + " all).")
  List<String> methods = List.of();

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      converter = WholeNumbers.Converter.class,
      description =
          "Numbers of features, such as 2,4,8 or 1..20: the lasso is fitted at each, a path goes to"
              + " the largest, single fits take the data set's own if it is among them, else the"
              + " largest. More than the rows become as many (default: the recorded figures').")
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
    Selection selection = selection();
    backends.check();
    Reproduction reproduction = prepare(selection);
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

  private Selection selection() {
    try {
      return new Selection(dataSets, methods, features.ints(), seeds.from(0), timeLimit.duration());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Reproduction prepare(Selection selection) throws IOException {
    reporting.course().onWork("reading the data sets of " + data, 0, 0);
    try {
      return Reproduction.prepare(
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
          "the page is written, but without all of "
              + String.join(", ", faults.stream().map(Fault::dataSet).distinct().toList())
              + "; it says why");
    }
    return CommandLine.ExitCode.OK;
  }
}

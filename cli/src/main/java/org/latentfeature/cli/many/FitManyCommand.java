package org.latentfeature.cli.many;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.backend.Workload;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.FailureReport;
import org.latentfeature.cli.console.FlagWords;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.ByteCount;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.FileArguments;
import org.latentfeature.cli.option.MissingOption;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.DataException;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.study.many.Grid;
import org.latentfeature.study.many.ManyFits;
import org.latentfeature.study.many.ManyOptions;
import org.latentfeature.study.many.Outcome;
import org.latentfeature.study.many.Problem;
import org.latentfeature.study.many.ProblemList;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm fit-many}: many problems, or one over a grid of options. */
@Command(
    name = "fit-many",
    modelTransformer = FitManyCommand.Flags.class,
    description = {
      "Fit many models in one run: many data files, or a grid of K, penalties and seeds.",
      "",
      "LIST is a table (.tsv or .csv) with a header: data, and optionally name, k, seed, "
          + "estimator and any option of the estimator by its name, such as penalty or method; a "
          + "value in the table overrides the command line. Or LIST is a text file with one data "
          + "file per line. Or LIST is itself a data file (.npy, .npz, .libsvm), fitted with "
          + "every combination of the options. Relative paths start at LIST's directory.",
      "",
      "Writes to DIR: NAME.lfm for each fit, named as in the list or after file and "
          + "options; results.tsv, with a line for each fit; and stability.tsv, for data fitted "
          + "more than once with the same K: how often each feature is found again. The "
          + "reference is the fit with the least error on the data themselves. The features of "
          + "every other fit are matched to it one to one, by W with similarity 1 - |w - w'| / "
          + "max(|w|, |w'|), and by Z with the share of rows with both features among those with "
          + "either. w_share and z_share are the shares of fits in which a feature has a partner "
          + "of similarity at least --match; w_similarity and z_similarity are the mean "
          + "similarities of these partners.",
      "",
      "A repeated run fits only what is missing or was fitted to other data or with other "
          + "options. If a fit fails, the error is reported, the others continue, and the exit "
          + "status is 1. Ctrl-C stops the run and keeps the finished models; stability.tsv is "
          + "not updated, and the exit status is 130.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  lfm fit-many list.tsv -o models -k 4",
      "  lfm fit-many X.npy -o grid -k 2..8 --seeds 1..20",
      "  lfm fit-many X.npy -o boot -k 10 --bootstrap 50 --relative-penalty 0.1,0.2 --jobs 2",
      "  lfm fit-many X.npy -o walks -k 5,10 --estimator markov --set sigma=0.5,1,2"
    })
public final class FitManyCommand implements Callable<Integer> {

  /** Named in the closing line; the table has all. */
  private static final int NAMED_FAILURES = 10;

  /** Streams that keep one GPU busy; more only take its memory. */
  private static final int MOST_STREAMS = 4;

  /** Adds the lasso options that this command offers. */
  static final class Flags implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      return EstimatorFlags.add(
          command,
          Estimators.named(Estimators.DEFAULT),
          true,
          List.of("method", "corrective", "reduce", "empty-columns")::contains);
    }
  }

  @Parameters(paramLabel = "LIST", description = "Table, list of files, or data file.")
  @Reads
  Path list;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Write the models to this directory, created if missing.")
  @Writes(inDirectory = {"results.tsv", "stability.tsv", "*.lfm"})
  Path directory;

  @Mixin GridOptions grid = new GridOptions();

  @Option(
      names = "--jobs",
      paramLabel = "J",
      description =
          "Number of fits at once, each on one thread (see --threads), or on a GPU each in its "
              + "own stream (default: the number of processors, at most 4 on a GPU).")
  @Nullable Integer jobs;

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      converter = ByteCount.class,
      description =
          "Maximum memory for data and fits together, in bytes or with a suffix, such as 12g "
              + "(default: nine tenths of the free memory).")
  @Nullable Long memory;

  @Option(
      names = "--match",
      paramLabel = "S",
      defaultValue = "0.7",
      description =
          "Similarity, between 0 and 1, from which two features count as the same (default: "
              + "${DEFAULT-VALUE}).")
  double match;

  @Mixin MissingOption missing = new MissingOption();
  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    Grid combinations = grid.grid();
    reading.check();
    backends.check();
    options(Workload.UNKNOWN); // Wrong use is told before files are read.
    List<Problem> problems = ProblemList.read(list, combinations);
    FileArguments files = FileArguments.of(command.commandLine());
    problems.forEach(problem -> files.reads("data of LIST", problem.data()));
    files.requireDistinct();
    ManyOptions options = options(workload(problems));
    reporting.note("%s: %,d fits, %d at once".formatted(list, problems.size(), options.jobs()));
    try (Interruption interruption = Interruption.watch()) {
      ManyFits.Summary summary =
          new ManyFits(options)
              .run(problems, directory, new ManyProgress(problems.size(), reporting, interruption));
      report(summary);
      if (interruption.isRequested()) {
        return Interruption.EXIT_STATUS;
      }
      return summary.count(Outcome.Status.FAILED) == 0
          ? CommandLine.ExitCode.OK
          : FailureReport.report(failures(problems, summary), command.commandLine());
    }
  }

  /**
   * Returns the workload of all problems, or {@code UNKNOWN} if no choice depends on it or a file
   * cannot be read.
   */
  private Workload workload(List<Problem> problems) {
    if (!backends.isCard(threads(), Workload.UNKNOWN)) {
      return Workload.UNKNOWN;
    }
    Map<Path, MatrixShape> shapes = new HashMap<>();
    Workload sum = Workload.NONE;
    try {
      for (Problem problem : problems) {
        MatrixShape shape = shapes.get(problem.data());
        if (shape == null) {
          shape = MatrixReader.shape(problem.data(), reading.options());
          shapes.put(problem.data(), shape);
        }
        sum = sum.plus(problem.request().workload(shape.rows(), shape.cols()));
      }
    } catch (IOException | DataException e) {
      return Workload.UNKNOWN; // The problem's own fit reports it.
    }
    return sum.withAtOnce(processors());
  }

  private int threads() {
    return Math.max(1, backends.threads);
  }

  /** Fits at once that keep them busy. */
  private int processors() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / threads());
  }

  private ManyOptions options(Workload work) {
    int all =
        backends.isCard(threads(), work) ? Math.min(MOST_STREAMS, processors()) : processors();
    try {
      return new ManyOptions(
          Version.software(),
          backends.each(threads(), work, reporting),
          jobs == null ? all : jobs,
          memory == null ? 0 : memory,
          reading.options().withMissing(missing.code()),
          match,
          FlagWords::in);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void report(ManyFits.Summary summary) {
    int fitted = summary.count(Outcome.Status.FITTED);
    int waiting = summary.count(Outcome.Status.WAITING);
    OptionalLong peak = HostMemory.peakResident();
    reporting.answer(
        new Answer()
            .with("models", directory.toString())
            .with("fitted", fitted)
            .with("kept", summary.count(Outcome.Status.KEPT))
            .with("failed", summary.count(Outcome.Status.FAILED))
            .with("waiting", waiting)
            .with("seconds", summary.seconds())
            .with("fits_per_second", fitted / summary.seconds())
            .with("peak_memory_mib", peak.isPresent() ? peak.getAsLong() >> 20 : null));
  }

  private Failure failures(List<Problem> problems, ManyFits.Summary summary) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < problems.size(); i++) {
      if (summary.outcomes().get(i).status() == Outcome.Status.FAILED) {
        names.add(problems.get(i).name());
      }
    }
    String more =
        names.size() > NAMED_FAILURES
            ? " and %,d more".formatted(names.size() - NAMED_FAILURES)
            : "";
    return new Failure(
        "%,d of %,d fits failed: %s%s; the reasons are in %s"
            .formatted(
                names.size(),
                problems.size(),
                String.join(", ", names.subList(0, Math.min(NAMED_FAILURES, names.size()))),
                more,
                directory.resolve("results.tsv")));
  }
}

package org.latentfeature.cli.many;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.FailureReport;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.ByteCount;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.FileArguments;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.estimator.Estimators;
import org.latentfeature.many.Grid;
import org.latentfeature.many.ManyFits;
import org.latentfeature.many.ManyOptions;
import org.latentfeature.many.Outcome;
import org.latentfeature.many.Problem;
import org.latentfeature.many.ProblemList;
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
      "Fit many problems at once, or one with every combination of K, penalties and seeds; save"
          + " their models in one directory.",
      "",
      "LIST is a table (.tsv or .csv) with a header: data, and if wanted name, k, seed, estimator and"
          + " any option of it by its name, such as penalty or relative-penalty, method; a line's own"
          + " value goes before the option's. Or it is text"
          + " with one data file a line. Or it is itself the data (.npy, .npz, .libsvm), for a grid"
          + " of options. Files are looked for from LIST's directory on.",
      "",
      "In DIR: NAME.lfm for each fit, named in the list or after file and options;"
          + " results.tsv, a line for each; and stability.tsv, where the same data were fitted more"
          + " than once with the same K: how often each feature comes back. There, the fit with the"
          + " least error on the data themselves is the reference. Every other fit's features are"
          + " matched with its own one to one, by W with similarity 1 - |w - w'| / max(|w|, |w'|),"
          + " and again by Z with the share of rows with both among those with either; w_share and"
          + " z_share say in how many fits a feature met a partner of at least --match,"
          + " w_similarity and z_similarity how alike those were in the mean.",
      "",
      "Started again, only what is missing is fitted, or was made from other data or with other"
          + " options. A fit that fails is reported, the others go on, and the exit status is 1."
          + " Ctrl-C ends the run; what was done stays, stability.tsv is left as it was, and the exit"
          + " status is 130.",
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

  /** Streams that keep one card busy; more only take its memory. */
  private static final int MOST_STREAMS = 4;

  /** What of the lasso has an option of its own. */
  static final class Flags implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      return EstimatorFlags.add(
          command,
          Estimators.named(Estimators.DEFAULT),
          true,
          List.of("method", "corrective")::contains);
    }
  }

  @Parameters(paramLabel = "LIST", description = "A table, a list of files, or one data file.")
  @Reads
  Path list;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Directory for the models; made if it is not there.")
  @Writes(inDirectory = {"results.tsv", "stability.tsv", "*.lfm"})
  Path directory;

  @Mixin GridOptions grid = new GridOptions();

  @Option(
      names = "--jobs",
      paramLabel = "J",
      description =
          "Fits at once, each on one thread (--threads for more), on a card each in its own stream"
              + " (default: one a processor; on a card at most 4).")
  @Nullable Integer jobs;

  @Option(
      names = "--memory",
      paramLabel = "BYTES",
      converter = ByteCount.class,
      description =
          "Bytes of memory that data and fits may take together, for example 12g (default: nine tenths of"
              + " what is free).")
  @Nullable Long memory;

  @Option(
      names = "--match",
      paramLabel = "S",
      defaultValue = "0.7",
      description =
          "From which similarity on, between 0 and 1, two features are the same (default: ${DEFAULT-VALUE}).")
  double match;

  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    Grid combinations = grid.grid();
    reading.check();
    backends.check();
    ManyOptions options = options();
    List<Problem> problems = ProblemList.read(list, combinations);
    FileArguments files = FileArguments.of(command.commandLine());
    problems.forEach(problem -> files.reads("data of LIST", problem.data()));
    files.requireDistinct();
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

  private ManyOptions options() {
    int threads = Math.max(1, backends.threads);
    int processors = Math.max(1, Runtime.getRuntime().availableProcessors() / threads);
    int all = backends.isCard() ? Math.min(MOST_STREAMS, processors) : processors;
    try {
      return new ManyOptions(
          Version.software(),
          backends.each(threads, reporting),
          jobs == null ? all : jobs,
          memory == null ? 0 : memory,
          reading.options(),
          match);
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
        "%,d of %,d fits failed: %s%s; %s says why"
            .formatted(
                names.size(),
                problems.size(),
                String.join(", ", names.subList(0, Math.min(NAMED_FAILURES, names.size()))),
                more,
                directory.resolve("results.tsv")));
  }
}

package org.latentfeature.evidence.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.evidence.TimeLeft;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovProblem;
import org.latentfeature.markov.MarkovResult;
import org.latentfeature.markov.Recovery;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code lfm reproduce recovery}: whether Markov models find the truth that data were drawn from.
 */
@Command(
    name = "recovery",
    description = {
      "Measure how well Markov latent feature models recover a ground truth.",
      "Generates data from such models, fits them with the true number of features and "
          + "unknown noise, and compares: each feature leads to two others and to the null "
          + "state, which leads to every second feature; weights are N(0, 1), components of norm "
          + "√D in random directions. The table is tab-separated: seed, found (true features "
          + "within 5° of a fitted one), worst_angle (degrees), transitions and "
          + "worst_transitions (total variation distance of a state's transitions, mean over "
          + "visits and maximum; of the chain or its reversal, which give the same sets of "
          + "features), sigma (as learned), steps, seconds.",
      "Ctrl-C stops the run and writes the finished part; the exit status is then 130."
    },
    footer = {"", "Example:", "  lfm reproduce recovery --seeds 10 -o recovery.tsv"})
final class ReproduceRecoveryCommand implements Callable<Integer> {

  private static final String HEADER =
      "seed\tfound\tworst_angle\ttransitions\tworst_transitions\tsigma\tsteps\tseconds";

  private static final String ROW = "%d\t%d\t%.2f\t%.3f\t%.3f\t%.4g\t%d\t%.2f";

  /** Seconds of a problem, to an order of magnitude. */
  private static final double EXPECTED = 5;

  /** Degrees that a feature which counts as found may be off. */
  private static final double NEAR = 5;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      defaultValue = "12",
      description = "Number of features, at least 1 (default: ${DEFAULT-VALUE}).")
  int features;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Number of rows, at least K (default: ${DEFAULT-VALUE}).")
  int rows;

  @Option(
      names = "--columns",
      paramLabel = "D",
      defaultValue = "40",
      description = "Number of columns, at least 1 (default: ${DEFAULT-VALUE}).")
  int columns;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      defaultValue = "0.3",
      description =
          "Standard deviation of the noise, at least 0; the weights have 1 (default: "
              + "${DEFAULT-VALUE}).")
  double sigma;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "10",
      converter = RunSeeds.Converter.class,
      description =
          "Problems: their number N, with the seeds 1 … N, or a list of seeds, such as 4..6 or "
              + "1,5 (default: ${DEFAULT-VALUE}).")
  RunSeeds seeds = new RunSeeds(1, List.of());

  @Option(
      names = "--iterations",
      paramLabel = "T",
      defaultValue = "500",
      description =
          "Maximum number of steps of a fit, and again of those that exchange features, at "
              + "least 1 (default: ${DEFAULT-VALUE}).")
  int iterations;

  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin TableOption output = new TableOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() {
    check();
    timeLimit.duration();
    backends.check();
    FitTable figures = new FitTable(HEADER, ROW);
    int done = 0;
    List<Long> all = seeds.from(1);
    TrialProgress progress = new TrialProgress(reporting);
    TimeLeft left = new TimeLeft(all.size() * EXPECTED);
    boolean interrupted;
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      for (long seed : all) {
        progress.trial(done + 1, all.size(), "seed " + seed, left.seconds());
        Stopwatch watch = Stopwatch.start();
        MarkovProblem problem = MarkovProblem.draw(rows, columns, features, sigma, seed);
        MarkovResult result =
            new MarkovLatentFeatures(
                    backend,
                    MarkovOptions.of(features)
                        .withSeed(seed)
                        .withIterations(iterations)
                        .withTimeLimit(timeLimit.duration()))
                .fit(problem.x(), progress.until(interruption));
        if (interruption.isRequested()) {
          break; // This fit was cut short; its figures are no one's.
        }
        reporting.note(add(seed, Recovery.of(problem, result.parameters()), result, figures));
        left.done(EXPECTED, watch.seconds());
        done++;
      }
      interrupted = interruption.isRequested();
    }
    figures.answer(output.file, reporting);
    return interrupted ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
  }

  private void check() {
    require("-k", features);
    require("--rows", rows);
    require("--columns", columns);
    require("--iterations", iterations);
    if (features > rows) {
      throw new ParameterException(
          command.commandLine(),
          "-k is %,d, more than the %,d rows; raise --rows".formatted(features, rows));
    }
    if (!(sigma >= 0 && Double.isFinite(sigma))) {
      throw new ParameterException(
          command.commandLine(), "--sigma is " + sigma + "; it must be 0 or more");
    }
  }

  private void require(String option, int value) {
    if (value < 1) {
      throw new ParameterException(
          command.commandLine(), option + " is " + value + "; it must be at least 1");
    }
  }

  private static String add(long seed, Recovery recovery, MarkovResult result, FitTable to) {
    return to.add(
        seed,
        recovery.found(NEAR),
        recovery.worstAngle(),
        recovery.transitions(),
        recovery.worstTransitions(),
        Math.sqrt(result.parameters().variance()),
        result.trace().size(),
        result.seconds().getOrDefault("total", Double.NaN));
  }
}

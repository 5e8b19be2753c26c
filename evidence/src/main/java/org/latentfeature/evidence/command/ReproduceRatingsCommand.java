package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.data.Dataset;
import org.latentfeature.evidence.TimeLeft;
import org.latentfeature.evidence.ratings.RatingExperiment;
import org.latentfeature.evidence.ratings.RatingFigure;
import org.latentfeature.fit.factor.Regularisation;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.TableLayout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm reproduce ratings}: features of film ratings against factors, on ratings held out. */
@Command(
    name = "ratings",
    description = {
      "Measure how well features predict ratings that they did not see.",
      "RATINGS is a table of triplets: user, film, stars, such as that of MovieLens 100k (u.data, "
          + "named u.tsv, with --drop 4). A random share of the ratings is held out. The others are "
          + "explained by biases of users and films, and what these leave by real-valued factors "
          + "(alternating least squares) or by binary features, with hard or soft codes, of one fit "
          + "or as the mean of several. The table is tab-separated: method, fits (whose predictions "
          + "are averaged), rmse (of the ratings held out, in stars; where fits is 1, the mean over "
          + "the fits), seconds.",
      "Ctrl-C stops the run and writes the finished part; the exit status is then 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm reproduce ratings u.tsv --drop 4 -o ratings.tsv",
      "  lfm reproduce ratings ratings.csv --drop timestamp -k 10 --fits 4"
    })
final class ReproduceRatingsCommand implements Callable<Integer> {

  private static final String HEADER = "method\tfits\trmse\tseconds";

  private static final String ROW = "%s\t%d\t%.4f\t%.2f";

  /** Seconds of a fit, to an order of magnitude. */
  private static final double EXPECTED = 3;

  /** The mean of so many fits is told beside that of all. */
  private static final int SOME = 4;

  @Parameters(
      paramLabel = "RATINGS",
      description = "Triplets, .csv, .tsv or .txt: user, film, stars; with a header or without.")
  @Reads
  Path file;

  @Option(
      names = "--drop",
      paramLabel = "COLUMN",
      split = ",",
      description = "Further columns of the table, by name or number, to leave out.")
  List<String> dropped = List.of();

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      defaultValue = "5",
      description = "Number of features, and of factors (default: ${DEFAULT-VALUE}).")
  int features;

  @Option(
      names = "--fits",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Number of fits whose predictions are averaged, each with its own seed (default: "
              + "${DEFAULT-VALUE}).")
  int fits;

  @Option(
      names = "--hold-out",
      paramLabel = "SHARE",
      defaultValue = "0.2",
      description =
          "Share of the ratings to hold out, between 0 and 1 (default: ${DEFAULT-VALUE}).")
  double share;

  @Option(
      names = "--ridge",
      paramLabel = "KAPPA",
      defaultValue = "20",
      description =
          "Ridge of the features' components: each of their entries is shrunk as by so many "
              + "ratings of no effect, at least 0 (default: ${DEFAULT-VALUE}).")
  double ridge;

  @Option(
      names = "--bit-cost",
      paramLabel = "LAMBDA",
      defaultValue = "2",
      description =
          "What a feature must take off the squared error of a user, in squared stars, at least 0 "
              + "(default: ${DEFAULT-VALUE}).")
  double bitCost;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin TableOption output = new TableOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    Regularisation costs = costs();
    backends.check();
    Dataset ratings = read();
    FitTable table = new FitTable(HEADER, ROW);
    boolean interrupted;
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting);
        RatingExperiment experiment =
            new RatingExperiment(backend, ratings.x(), share, features, costs, seed.seed)) {
      reporting.note("%,d ratings held out".formatted(experiment.heldOut()));
      reporting.course().onWork("fitting factors", 0, 0);
      experiment.baselines().forEach(figure -> add(figure, table));
      fit(experiment, interruption, table);
      interrupted = interruption.isRequested();
    }
    table.answer(output.file, reporting);
    return interrupted ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
  }

  private Regularisation costs() {
    try {
      if (features < 1) {
        throw new IllegalArgumentException(
            "-k is " + features + "; a fit needs at least 1 feature");
      }
      if (fits < 1) {
        throw new IllegalArgumentException("--fits is " + fits + "; it must be at least 1");
      }
      if (!(share > 0 && share < 1)) {
        throw new IllegalArgumentException(
            "--hold-out is " + share + "; it must be between 0 and 1");
      }
      return new Regularisation(ridge, bitCost);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Dataset read() throws IOException {
    reporting.course().onWork("reading " + file, 0, 0);
    TableLayout layout = TableLayout.DETECTED.withTriplets(true);
    ReadOptions options =
        ReadOptions.DEFAULT.withLayout(layout.withColumns(null, List.of(), dropped));
    Dataset ratings = MatrixReader.read(file, options, reporting.course());
    reporting.note(
        "%s: %,d ratings of %,d users for %,d films"
            .formatted(file, ratings.x().facts().known(), ratings.x().rows(), ratings.x().cols()));
    if (ratings.x().rows() < features) {
      throw new Failure(
          "%s has ratings of %,d users, too few for %,d features; choose a smaller -k"
              .formatted(file, ratings.x().rows(), features));
    }
    return ratings;
  }

  private void add(RatingFigure figure, FitTable table) {
    table.add(figure.method(), figure.fits(), figure.rmse(), figure.seconds());
  }

  private void fit(RatingExperiment experiment, Interruption interruption, FitTable table) {
    TrialProgress progress = new TrialProgress(reporting);
    TimeLeft left = new TimeLeft(fits * EXPECTED);
    int done = 0;
    boolean whole = true;
    while (done < fits && whole && !interruption.isRequested()) {
      progress.trial(done + 1, fits, "seed %d".formatted(seed.seed + done), left.seconds());
      Stopwatch watch = Stopwatch.start();
      whole = experiment.fit(progress.until(interruption));
      done += whole ? 1 : 0;
      left.done(EXPECTED, watch.seconds());
    }
    if (done > 0) {
      int last = done;
      experiment.ofFits().stream()
          .filter(f -> f.fits() == 1 || f.fits() == SOME || f.fits() == last)
          .forEach(figure -> add(figure, table));
    }
  }
}

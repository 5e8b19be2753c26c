package org.latentfeature.cli.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.report.chart.Fonts;
import org.latentfeature.reproduction.AdmixtureFit;
import org.latentfeature.reproduction.AdmixtureFit.Setting;
import org.latentfeature.reproduction.AdmixturePage;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm reproduce admixture}: shares of populations in individuals. */
@Command(
    name = "admixture",
    description = {
      "Repeat the second experiment of Jaffe et al. (ICML 2018) on problems of 'lfm generate"
          + " admixture': shares of populations in individuals, by tensor eigenpairs, by alternating"
          + " least squares on the simplex from there, and by these from a random start.",
      "The folder gets index.html, which needs no network, and errors.tsv, tab separated: rows (loci),"
          + " columns (individuals), features (populations), alpha, drift, seed, method, backend;"
          + " error, ‖W − Ŵ‖²/(KD) in the nearest order; seconds.",
      "Ctrl-C ends the run; the page is written of what is done, and the exit status is 130. Runs that"
          + " stand in the folder already are not made again."
    },
    footer = {"", "Example:", "  lfm reproduce admixture --seeds 3 -o admixture"})
final class ReproduceAdmixtureCommand implements Callable<Integer> {

  /** Seconds of a run for ten thousand loci of a hundred individuals, to an order of magnitude. */
  private static final double EXPECTED = 3;

  @Option(
      names = "--rows",
      paramLabel = "N",
      converter = WholeNumbers.Converter.class,
      defaultValue = "1000,3000,10000",
      description = "Loci, rows of X, such as 1000,10000 (default: ${DEFAULT-VALUE}).")
  WholeNumbers rows = new WholeNumbers(List.of());

  @Option(
      names = "--columns",
      paramLabel = "D",
      converter = WholeNumbers.Converter.class,
      defaultValue = "50,100",
      description = "Individuals, columns of X (default: ${DEFAULT-VALUE}).")
  WholeNumbers columns = new WholeNumbers(List.of());

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      converter = WholeNumbers.Converter.class,
      defaultValue = "3,4",
      description = "Populations, the features (default: ${DEFAULT-VALUE}).")
  WholeNumbers features = new WholeNumbers(List.of());

  @Option(
      names = "--alpha",
      paramLabel = "A",
      split = ",",
      defaultValue = "0.1,0.5,1",
      description =
          "Parameters of the Dirichlet distribution, above 0: the smaller, the less admixed"
              + " (default: ${DEFAULT-VALUE}).")
  List<Double> alphas = List.of();

  @Option(
      names = "--drift",
      paramLabel = "F",
      split = ",",
      defaultValue = "0.1",
      description =
          "How far populations are from their ancestors, above 0 and below 1 (default:"
              + " ${DEFAULT-VALUE}).")
  List<Double> drifts = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "5",
      converter = RunSeeds.Converter.class,
      description =
          "Problems of each kind: how many, with the seeds 1 … N, or which seeds, such as 4..6 or"
              + " 1,5 (default: ${DEFAULT-VALUE}).")
  RunSeeds seeds = new RunSeeds(1, List.of());

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Directory for index.html and errors.tsv; made if it is not there.")
  @Writes(inDirectory = {"index.html", "errors.tsv"})
  Path output = Path.of("");

  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    List<AdmixtureProblem> problems = problems();
    backends.check();
    if (Files.exists(output) && !Files.isDirectory(output)) {
      throw new Failure(output + " is a file, and not a directory to write into");
    }
    Files.createDirectories(output);
    Path table = output.resolve("errors.tsv");
    Path index = output.resolve("index.html");
    OutputCheck.writable(table);
    OutputCheck.writable(index);
    Fonts.require();
    PointRun<Setting, AdmixtureFit> run =
        new PointRun<>(
            new AdmixtureColumns(),
            table,
            reporting,
            ReproduceAdmixtureCommand::words,
            ReproduceAdmixtureCommand::expected);
    List<Setting> settings = new ArrayList<>();
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      for (AdmixtureProblem problem : problems) {
        for (AdmixtureFit.Method method : AdmixtureFit.Method.values()) {
          settings.add(new Setting(problem, method, backend.info().name()));
        }
      }
      run.run(
          settings,
          interruption,
          (setting, listener) -> AdmixtureFit.run(backend, setting, listener),
          fit -> null);
      List<AdmixtureFit> done = run.done().points();
      if (!done.isEmpty()) {
        AdmixturePage.of(done, backend.info(), Typed.line(command), Version.software())
            .write(index);
      }
      reporting.answer(
          new Answer()
              .with("page", done.isEmpty() ? null : index.toString())
              .with("table", table.toString())
              .with("runs", done.size()));
    }
    return run.done().points().size() < settings.size()
        ? Interruption.EXIT_STATUS
        : CommandLine.ExitCode.OK;
  }

  private static double expected(Setting setting) {
    return EXPECTED * setting.problem().rows() / 1e4 * setting.problem().columns() / 100;
  }

  private List<AdmixtureProblem> problems() {
    List<AdmixtureProblem> problems = new ArrayList<>();
    try {
      for (int k : features.ints()) {
        for (double alpha : alphas) {
          for (int d : columns.ints()) {
            if (k >= d || k < 2) {
              throw new IllegalArgumentException(
                  "features is %d; it must be at least 2, and below the %d columns"
                      .formatted(k, d));
            }
            for (double drift : drifts) {
              for (int n : rows.ints()) {
                for (long seed : seeds.from(1)) {
                  problems.add(new AdmixtureProblem(n, d, k, alpha, drift, seed));
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
    return problems;
  }

  private static String words(Setting setting) {
    AdmixtureProblem p = setting.problem();
    return String.format(
        Locale.ROOT,
        "%,d loci, %d individuals, K %d, alpha %s, drift %s, seed %d, %s",
        p.rows(),
        p.columns(),
        p.features(),
        p.alpha(),
        p.drift(),
        p.seed(),
        setting.method().word());
  }
}

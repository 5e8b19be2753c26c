package org.latentfeature.evidence.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.evidence.spectral.AdmixtureFit;
import org.latentfeature.evidence.spectral.AdmixtureFit.Setting;
import org.latentfeature.evidence.spectral.AdmixturePage;
import org.latentfeature.fit.FitListener;
import org.latentfeature.report.page.Page;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code lfm reproduce admixture}: shares of populations in individuals. */
@Command(
    name = "admixture",
    description = {
      "Reproduce the admixture experiment of Jaffe et al. (ICML 2018).",
      "Shares of populations in individuals, on problems of 'lfm generate admixture': by "
          + "tensor eigenpairs, by alternating least squares on the simplex from there, and by "
          + "the same from a random start. Writes index.html, which needs no network, and "
          + "errors.tsv, tab-separated: rows (loci), columns (individuals), features "
          + "(populations), alpha, drift, seed, method, backend; error, ‖W − Ŵ‖²/(KD) in the "
          + "best order of the features; seconds.",
      PagedExperiment.INTERRUPTED
    },
    footer = {"", "Example:", "  lfm reproduce admixture --seeds 3 -o admixture"})
final class ReproduceAdmixtureCommand extends PagedExperiment<Setting, AdmixtureFit> {

  /** Seconds of a run for ten thousand loci of a hundred individuals, to an order of magnitude. */
  private static final double EXPECTED = 3;

  @Option(
      names = "--rows",
      paramLabel = "N",
      converter = WholeNumbers.Converter.class,
      defaultValue = "1000,3000,10000",
      description =
          "Numbers of loci, the rows of X, such as 1000,10000 (default: ${DEFAULT-VALUE}).")
  WholeNumbers rows = new WholeNumbers(List.of());

  @Option(
      names = "--columns",
      paramLabel = "D",
      converter = WholeNumbers.Converter.class,
      defaultValue = "50,100",
      description = "Numbers of individuals, the columns of X (default: ${DEFAULT-VALUE}).")
  WholeNumbers columns = new WholeNumbers(List.of());

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      converter = WholeNumbers.Converter.class,
      defaultValue = "3,4",
      description = "Numbers of populations, the features (default: ${DEFAULT-VALUE}).")
  WholeNumbers features = new WholeNumbers(List.of());

  @Option(
      names = "--alpha",
      paramLabel = "A",
      split = ",",
      defaultValue = "0.1,0.5,1",
      description =
          "Parameters of the Dirichlet distribution of an individual's shares, above 0; "
              + "smaller values mean less admixture (default: ${DEFAULT-VALUE}).")
  List<Double> alphas = List.of();

  @Option(
      names = "--drift",
      paramLabel = "F",
      split = ",",
      defaultValue = "0.1",
      description =
          "Distances of the populations from their common ancestor (F_ST), above 0 and below 1 "
              + "(default: ${DEFAULT-VALUE}).")
  List<Double> drifts = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "5",
      converter = RunSeeds.Converter.class,
      description = RunSeeds.OF_PROBLEMS)
  RunSeeds seeds = new RunSeeds(1, List.of());

  @Override
  RecordColumns<AdmixtureFit> columns() {
    return new RecordColumns<>(
        AdmixtureFit.class,
        "rows",
        "columns",
        "features",
        "alpha",
        "drift",
        "seed",
        "method",
        "backend",
        "error",
        "seconds");
  }

  @Override
  List<Setting> settings(String backend) {
    List<Setting> settings = new ArrayList<>();
    for (AdmixtureProblem problem : problems()) {
      for (AdmixtureFit.Method method : AdmixtureFit.Method.values()) {
        settings.add(new Setting(problem, method, backend));
      }
    }
    return settings;
  }

  @Override
  Optional<AdmixtureFit> measure(Backend backend, Setting setting, FitListener listener) {
    return AdmixtureFit.run(backend, setting, listener);
  }

  @Override
  Page page(List<AdmixtureFit> done, BackendInfo backend, String typed) {
    return AdmixturePage.of(done, backend, typed, Version.software());
  }

  @Override
  double expected(Setting setting) {
    return EXPECTED * setting.problem().rows() / 1e4 * setting.problem().columns() / 100;
  }

  private List<AdmixtureProblem> problems() {
    List<AdmixtureProblem> problems = new ArrayList<>();
    for (int k : features.ints()) {
      for (double alpha : alphas) {
        for (int d : columns.ints()) {
          if (k >= d || k < 2) {
            throw new IllegalArgumentException(
                "features is %d; it must be at least 2, and below the %d columns".formatted(k, d));
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
    return problems;
  }

  @Override
  String words(Setting setting) {
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

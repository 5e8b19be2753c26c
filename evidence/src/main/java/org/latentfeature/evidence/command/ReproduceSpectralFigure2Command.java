package org.latentfeature.evidence.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.data.CorrelatedProblem;
import org.latentfeature.data.CorrelatedProblem.Codes;
import org.latentfeature.evidence.Worded;
import org.latentfeature.evidence.spectral.DictionaryFit;
import org.latentfeature.evidence.spectral.DictionaryFit.Setting;
import org.latentfeature.evidence.spectral.DictionaryPage;
import org.latentfeature.evidence.spectral.Rival;
import org.latentfeature.fit.FitListener;
import org.latentfeature.report.page.Page;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code lfm reproduce spectral-figure2}: errors of the dictionary against rows and noise. */
@Command(
    name = "spectral-figure2",
    description = {
      "Reproduce Figure 2 of Jaffe et al. (ICML 2018): errors of tensor eigenpairs and "
          + "other methods.",
      "Fits problems of 'lfm generate spectral' by tensor eigenpairs, as published and as "
          + "in 'lfm spectral fit', and by other methods, and measures the error of the "
          + "dictionary against the number of rows and the noise. Writes index.html, which needs "
          + "no network, and errors.tsv, tab-separated: rows, columns, features, sigma, norm, "
          + "seed, codes (rounded, rbm or exclusive), method, backend; error, ‖W − Ŵ‖²/(KD) in the best order of the features; "
          + "seconds of the fit; route, the step that found the features.",
      PagedExperiment.INTERRUPTED
    },
    footer = {
      "",
      "Examples:",
      "  lfm reproduce spectral-figure2 --seeds 20 -o figure",
      "  lfm reproduce spectral-figure2 --rows 1000,10000 --methods ours,oracle --seeds 3 -o figure",
      "  lfm reproduce spectral-figure2 --rbm --sigma 1 --seeds 20 -o units"
    })
final class ReproduceSpectralFigure2Command extends PagedExperiment<Setting, DictionaryFit> {

  /** Seconds of a fit for each hundred thousand rows, to an order of magnitude. */
  private static final double EXPECTED = .5;

  @Option(
      names = "--rows",
      paramLabel = "N",
      converter = WholeNumbers.Converter.class,
      defaultValue = "1000,3000,10000,30000,100000",
      description =
          "Numbers of rows, such as 1000,10000; the noise varies at 10000 rows, or at the "
              + "largest number if 10000 is not listed (default: ${DEFAULT-VALUE}).")
  WholeNumbers rows = new WholeNumbers(List.of());

  @Option(
      names = "--columns",
      paramLabel = "D",
      defaultValue = "30",
      description = "Number of columns (default: ${DEFAULT-VALUE}).")
  int columns;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      defaultValue = "6",
      description = "Number of features (default: ${DEFAULT-VALUE}).")
  int features;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      split = ",",
      defaultValue = "0.1,0.2,0.4,0.6,0.8",
      description =
          "Standard deviations of the noise, at least 0; the number of rows varies at 0.4, or "
              + "at the smallest if 0.4 is not listed (default: ${DEFAULT-VALUE}).")
  List<Double> sigmas = List.of();

  @Option(
      names = "--norm",
      paramLabel = "R",
      defaultValue = "2",
      description = "Norm of the rows of W, above 0 (default: ${DEFAULT-VALUE}).")
  double norm;

  @Option(
      names = "--rbm",
      description =
          "Codes are the hidden units of a Gaussian-Bernoulli restricted Boltzmann machine, as in "
              + "'lfm generate spectral'; choose a --sigma of about half of --norm.")
  boolean rbm;

  @Option(
      names = "--exclusive",
      description = "Each row has exactly one feature, as in 'lfm generate spectral'.")
  boolean exclusive;

  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "paper,wls,ours,shl,als,oracle",
      description =
          "Methods: paper, wls (as published, without and with weighted least squares), ours, "
              + "shl (MF-Binary), als (one random start), oracle (default: ${DEFAULT-VALUE}).")
  List<String> methods = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "50",
      converter = RunSeeds.Converter.class,
      description = RunSeeds.OF_PROBLEMS)
  RunSeeds seeds = new RunSeeds(1, List.of());

  private record Size(int rows, double sigma) {}

  @Override
  RecordColumns<DictionaryFit> columns() {
    return new RecordColumns<>(
            DictionaryFit.class,
            "rows",
            "columns",
            "features",
            "sigma",
            "norm",
            "seed",
            "codes",
            "method:rival",
            "backend",
            "error",
            "seconds",
            "route")
        .with(
            "codes",
            Codes.class,
            codes -> codes.name().toLowerCase(Locale.ROOT),
            word -> Codes.valueOf(word.toUpperCase(Locale.ROOT)));
  }

  @Override
  List<Setting> settings(String backend) {
    List<Rival> rivals = rivals();
    List<Setting> settings = new ArrayList<>();
    for (CorrelatedProblem problem : problems(fixedRows(), fixedSigma())) {
      rivals.forEach(rival -> settings.add(new Setting(problem, rival, backend)));
    }
    return settings;
  }

  @Override
  double expected(Setting setting) {
    return EXPECTED * setting.problem().rows() / 1e5;
  }

  @Override
  Optional<DictionaryFit> measure(Backend backend, Setting setting, FitListener listener) {
    return DictionaryFit.run(backend, setting, Version.software(), listener);
  }

  @Override
  Page page(List<DictionaryFit> done, BackendInfo backend, String typed) {
    return DictionaryPage.of(done, fixedRows(), fixedSigma(), backend, typed, Version.software());
  }

  /** Rows where the noise varies. */
  private int fixedRows() {
    return rows.ints().contains(10_000) ? 10_000 : rows.largest();
  }

  /** Noise where the number of rows varies. */
  private double fixedSigma() {
    return sigmas.contains(.4) ? .4 : sigmas.stream().min(Double::compare).orElseThrow();
  }

  private List<Rival> rivals() {
    return methods.stream().map(word -> Worded.of(Rival.class, word)).distinct().toList();
  }

  /** All numbers of rows at one noise, and all noises at one number of rows. */
  private List<CorrelatedProblem> problems(int fixedRows, double fixedSigma) {
    if (rbm && exclusive) {
      throw new IllegalArgumentException("rbm and --exclusive exclude each other; choose one");
    }
    Codes codes = rbm ? Codes.RBM : exclusive ? Codes.EXCLUSIVE : Codes.ROUNDED;
    List<Size> sizes = new ArrayList<>();
    rows.ints().forEach(n -> sizes.add(new Size(n, fixedSigma)));
    sigmas.forEach(sigma -> sizes.add(new Size(fixedRows, sigma)));
    List<CorrelatedProblem> problems = new ArrayList<>();
    for (Size size : sizes.stream().distinct().toList()) {
      for (long seed : seeds.from(1)) {
        problems.add(
            new CorrelatedProblem(size.rows(), columns, features, size.sigma(), norm, codes, seed));
      }
    }
    return problems;
  }

  @Override
  String words(Setting setting) {
    CorrelatedProblem p = setting.problem();
    return String.format(
        Locale.ROOT,
        "N %,d, sigma %s, seed %d, %s",
        p.rows(),
        p.sigma(),
        p.seed(),
        setting.rival().word());
  }
}

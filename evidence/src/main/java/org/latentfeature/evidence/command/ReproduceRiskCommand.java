package org.latentfeature.evidence.command;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.evidence.recovery.RiskFit;
import org.latentfeature.evidence.recovery.RiskFit.Setting;
import org.latentfeature.evidence.recovery.RiskPage;
import org.latentfeature.fit.FitListener;
import org.latentfeature.report.page.Page;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code lfm reproduce risk}: held-out risk against greedy steps and rows. */
@Command(
    name = "risk",
    description = {
      "Measure the risk that Theorem 3 of Yen et al. bounds, against greedy steps and rows.",
      "Fits problems of 'lfm generate dense' by T greedy steps of the convex fit, one atom each, "
          + "and measures the risk on rows that were not fitted: half the squared error of a row "
          + "by its best code, of the unrounded solution with all atoms, of the K largest atoms "
          + "and of the true dictionary. Writes index.html, which needs no network, and "
          + "errors.tsv, tab-separated: rows, columns, features, sigma, seed, steps, penalty, "
          + "held_out, backend; atoms of the solution; relaxed, training (on the fitted rows), rounded, truth, the risks; proven, "
          + "the rows whose code by all atoms is proven to be the best; seconds of the fit.",
      PagedExperiment.INTERRUPTED
    },
    footer = {"", "Example:", "  lfm reproduce risk --seeds 3 -o risk"})
final class ReproduceRiskCommand extends PagedExperiment<Setting, RiskFit> {

  /** Seconds of a greedy step on a thousand rows, to an order of magnitude. */
  private static final double EXPECTED = .03;

  @Option(
      names = "--rows",
      paramLabel = "N",
      converter = WholeNumbers.Converter.class,
      defaultValue = "125,250,500,1000,2000",
      description =
          "Numbers of rows; the number of steps varies at the largest (default: ${DEFAULT-VALUE}).")
  WholeNumbers rows = new WholeNumbers(List.of());

  @Option(
      names = "--steps",
      paramLabel = "M",
      converter = WholeNumbers.Converter.class,
      defaultValue = "1,2,3,4,8,16",
      description =
          "Numbers of greedy steps as multiples of K; the number of rows varies at 2, "
              + "or at the largest if 2 is not listed (default: ${DEFAULT-VALUE}).")
  WholeNumbers steps = new WholeNumbers(List.of());

  @Option(
      names = "--columns",
      paramLabel = "D",
      defaultValue = "30",
      description = "Number of columns (default: ${DEFAULT-VALUE}).")
  int columns;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      defaultValue = "5",
      description = "Number of features (default: ${DEFAULT-VALUE}).")
  int features;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      defaultValue = "0.1",
      description = "Standard deviation of the noise, at least 0 (default: ${DEFAULT-VALUE}).")
  double sigma;

  @Option(
      names = "--penalty",
      paramLabel = "R",
      defaultValue = "0.005",
      description =
          "Penalty as a share of the one that keeps every atom out, above 0 and at most 0.5 "
              + "(default: ${DEFAULT-VALUE}).")
  double penalty;

  @Option(
      names = "--held-out",
      paramLabel = "M",
      defaultValue = "1000",
      description = "Number of rows that the risk is the mean over (default: ${DEFAULT-VALUE}).")
  int heldOut;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "10",
      converter = RunSeeds.Converter.class,
      description = RunSeeds.OF_PROBLEMS)
  RunSeeds seeds = new RunSeeds(1, List.of());

  @Override
  RecordColumns<RiskFit> columns() {
    return new RecordColumns<>(
        RiskFit.class,
        "rows",
        "columns",
        "features",
        "sigma",
        "seed",
        "steps",
        "penalty",
        "held_out:heldOut",
        "backend",
        "atoms",
        "relaxed",
        "training",
        "rounded",
        "truth",
        "proven",
        "seconds");
  }

  /** All numbers of steps at the largest number of rows, and all numbers of rows at fixed steps. */
  @Override
  List<Setting> settings(String backend) {
    Set<Setting> settings = new LinkedHashSet<>();
    for (long seed : seeds.from(1)) {
      steps.ints().forEach(m -> settings.add(setting(rows.largest(), m, seed, backend)));
      rows.ints().forEach(n -> settings.add(setting(n, fixedMultiple(), seed, backend)));
    }
    return new ArrayList<>(settings);
  }

  private Setting setting(int n, int multiple, long seed, String backend) {
    int all = (int) Math.min(Integer.MAX_VALUE - 1, (long) multiple * features);
    return new Setting(n, columns, features, sigma, seed, all, penalty, heldOut, backend);
  }

  /** Multiple of K steps where the number of rows varies. */
  private int fixedMultiple() {
    return steps.ints().contains(2) ? 2 : steps.largest();
  }

  @Override
  double expected(Setting setting) {
    return EXPECTED * setting.steps() * setting.rows() / 1e3;
  }

  @Override
  Optional<RiskFit> measure(Backend backend, Setting setting, FitListener listener) {
    return RiskFit.run(backend, setting, listener);
  }

  @Override
  Page page(List<RiskFit> done, BackendInfo backend, String typed) {
    return RiskPage.of(
        done, rows.largest(), fixedMultiple() * features, backend, typed, Version.software());
  }

  @Override
  String words(Setting setting) {
    return String.format(
        Locale.ROOT, "N %,d, T %,d, seed %d", setting.rows(), setting.steps(), setting.seed());
  }
}

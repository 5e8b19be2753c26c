package org.latentfeature.evidence.command;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.data.Matrix;
import org.latentfeature.evidence.TimeLeft;
import org.latentfeature.evidence.recovery.CountProblem;
import org.latentfeature.evidence.rivals.TensorPowerEstimator;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.study.order.OrderSelection;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm reproduce counts}: whether {@code -k auto} finds the number of features. */
@Command(
    name = "counts",
    description = {
      "Measure how often 'lfm fit -k auto' finds the true number of features.",
      "Problems: syn0, syn2, syn3; dense3, dense10, dense20: normal W and noise; columns10: noise "
          + "of unequal columns; t10: heavy-tailed noise; noise: no feature. The table is "
          + "tab-separated: problem, seed, features (true number), chosen, rule, gavish_donoho, "
          + "kritchman_nadler, description_length, held_out_least, eigenvalue_ratio (number of "
          + "features by each; -1 if not computed; the last, by the largest ratio of successive "
          + "eigenvalues, is Tung and Smola's and no part of the choice), seconds of the choice, path_seconds (of a path over as many K on all "
          + "entries; 0 if none was needed).",
      "Ctrl-C stops the run and writes the finished part; the exit status is then 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm reproduce counts -o counts.tsv",
      "  lfm reproduce counts --problems dense10,noise --seeds 2"
    })
final class ReproduceCountsCommand implements Callable<Integer> {

  private static final String HEADER =
      "problem\tseed\tfeatures\tchosen\trule\tgavish_donoho\tkritchman_nadler\tdescription_length\theld_out_least\teigenvalue_ratio\tseconds\tpath_seconds";

  private static final String ROW = "%s\t%d\t%d\t%d\t%s\t%d\t%d\t%d\t%d\t%d\t%.2f\t%.2f";

  /** Features that the ratio of eigenvalues may count; the problems have at most 35. */
  private static final int MOST_BY_RATIO = 40;

  /** Seconds of a choice, to an order of magnitude. */
  private static final double EXPECTED = 5;

  @Option(
      names = "--problems",
      paramLabel = "NAME",
      split = ",",
      description = "Problems to run (default: all).")
  List<String> problems = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "5",
      converter = RunSeeds.Converter.class,
      description = RunSeeds.OF_PROBLEMS)
  RunSeeds seeds = new RunSeeds(1, List.of());

  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin TableOption output = new TableOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() {
    List<CountProblem> kinds = kinds();
    backends.check();
    FitTable table = new FitTable(HEADER, ROW);
    TrialProgress progress = new TrialProgress(reporting);
    List<Long> all = seeds.from(1);
    int count = kinds.size() * all.size();
    TimeLeft left = new TimeLeft(count * EXPECTED);
    boolean interrupted;
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      int done = 0;
      for (CountProblem kind : kinds) {
        for (long seed : all) {
          String name = "%s, seed %d".formatted(kind.name(), seed);
          progress.trial(++done, count, name, left.seconds());
          Stopwatch watch = Stopwatch.start();
          ChosenCount chosen = measure(backend, kind, seed, progress.until(interruption), table);
          reporting.note(name + ": " + chosen);
          left.done(EXPECTED, watch.seconds());
        }
      }
      interrupted = interruption.isRequested();
    } catch (StoppedException e) {
      interrupted = true; // This one was cut short; its figures are no one's.
    }
    table.answer(output.file, reporting);
    return interrupted ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
  }

  private List<CountProblem> kinds() {
    try {
      return problems.isEmpty()
          ? CountProblem.ALL
          : problems.stream().map(CountProblem::of).distinct().toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--problems: " + e.getMessage(), e);
    }
  }

  private static ChosenCount measure(
      Backend backend, CountProblem kind, long seed, FitListener listener, FitTable table) {
    Matrix x = kind.draw(seed);
    try (LoadedData data = new LoadedData(backend, x)) {
      Stopwatch watch = Stopwatch.start();
      ChosenCount chosen = OrderSelection.choose(data, OrderSelection.Options.DEFAULT, listener);
      double seconds = watch.seconds();
      double path = 0;
      if (!chosen.table().isEmpty()) {
        Stopwatch again = Stopwatch.start();
        LassoOptions options = LassoOptions.of(chosen.table().size() - 1).withMethod(Method.PATH);
        if (new LatentFeatureLasso(backend, options).path(data, listener).ended().isGivenUp()) {
          throw new StoppedException();
        }
        path = again.seconds();
      }
      table.add(
          kind.name(),
          seed,
          kind.features(),
          chosen.features(),
          chosen.rule(),
          count(chosen, ChosenCount.GAVISH_DONOHO),
          count(chosen, ChosenCount.KRITCHMAN_NADLER),
          count(chosen, ChosenCount.SHORTEST),
          count(chosen, ChosenCount.LEAST_HELD_OUT),
          ratio(data, listener),
          seconds,
          path);
      return chosen;
    }
  }

  /** By the largest ratio of eigenvalues. */
  private static int ratio(LoadedData data, FitListener listener) {
    Fitted<?> fitted =
        new TensorPowerEstimator()
            .request(MOST_BY_RATIO, Map.of("count", "true", "refine", "false"))
            .withListener(listener)
            .fit(data);
    if (fitted.ended().isGivenUp()) {
      throw new StoppedException();
    }
    return fitted.features();
  }

  private static int count(ChosenCount chosen, String rule) {
    return chosen.counts().getOrDefault(rule, -1);
  }
}

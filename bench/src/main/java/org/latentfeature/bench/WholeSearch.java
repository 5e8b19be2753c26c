package org.latentfeature.bench;

import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;

/**
 * Seconds of searches with restarts on a synthetic problem, K given, as the methods give their
 * results: nothing is refined after them. After warm-up, in one JVM, the methods in turn.
 */
final class WholeSearch {

  /** Options of each method that make it a search alone. */
  private static final Map<String, Map<String, String>> METHODS =
      Map.of(
          "anneal", Map.of("refine", "false"),
          "variational", Map.of("refine", "false"),
          "bp-means", Map.of());

  private final FitRequest<?, ?> search;
  private final RepeatedTimes seconds = new RepeatedTimes();
  private double rmse;

  private WholeSearch(FitRequest<?, ?> search) {
    this.search = search;
  }

  static void start(String[] args) {
    Arguments arguments = new Arguments(args, "runs", "warm-up", "problem", "k", "seed");
    String kind = arguments.text("problem", "syn2");
    int seed = arguments.integer("seed", 1, 0);
    int runs = arguments.integer("runs", 5, 1);
    int warmUp = arguments.integer("warm-up", 1, 0);
    SyntheticProblem problem = SyntheticProblem.generate(kind, seed);
    int k = arguments.integer("k", problem.z().cols(), 1);
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend();
        LoadedData data = new LoadedData(backend, problem.x())) {
      Machine.describe("Searches of " + kind + ", seed " + seed, choice);
      System.out.printf(
          "N %d, D %d, K %d; %d runs after %d that are not counted%n%n",
          problem.x().rows(), problem.x().cols(), k, runs, warmUp);
      List<WholeSearch> all =
          METHODS.keySet().stream()
              .sorted()
              .map(
                  name ->
                      new WholeSearch(
                          Estimators.named(name).request(k, METHODS.getOrDefault(name, Map.of()))))
              .toList();
      for (int run = -warmUp; run < runs; run++) {
        for (WholeSearch one : all) {
          one.run(data, run >= 0);
        }
      }
      System.out.printf(
          "%-12s %9s %9s %9s %9s  %s%n", "method", "median s", "least", "most", "rmse", "options");
      all.forEach(WholeSearch::print);
    }
  }

  private void run(LoadedData data, boolean counted) {
    long start = System.nanoTime();
    Fitted<?> fitted = search.fit(data);
    if (counted) {
      seconds.add((System.nanoTime() - start) * 1e-9);
    }
    rmse = fitted.rmse();
  }

  private void print() {
    System.out.printf(
        "%-12s %9.3f %9.3f %9.3f %9.6f  %s%n",
        search.estimator().name(),
        seconds.median(),
        seconds.least(),
        seconds.most(),
        rmse,
        search.options());
  }
}

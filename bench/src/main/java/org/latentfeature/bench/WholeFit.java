package org.latentfeature.bench;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Penalty;

/**
 * Seconds of a whole fit of a synthetic problem from the matrix in memory to Z and W: with only K
 * given, and with the penalty given that the first fit reports. After warm-up, in one JVM.
 */
final class WholeFit {

  private final Backend backend;
  private final SyntheticProblem problem;
  private final int runs;
  private final int warmUp;

  private WholeFit(Backend backend, SyntheticProblem problem, int runs, int warmUp) {
    this.backend = backend;
    this.problem = problem;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  static void start(String[] args) {
    Arguments arguments = new Arguments(args, "runs", "warm-up", "problem", "seed");
    String kind = arguments.text("problem", "syn1");
    int seed = arguments.integer("seed", 1, 0);
    int runs = arguments.integer("runs", 5, 1);
    int warmUp = arguments.integer("warm-up", 2, 0);
    SyntheticProblem problem = SyntheticProblem.generate(kind, seed);
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Whole fit of " + kind + ", seed " + seed, choice);
      WholeFit fit = new WholeFit(backend, problem, runs, warmUp);
      System.out.printf(
          "N %d, D %d, K %d; %d runs after %d that are not counted%n%n",
          problem.x().rows(), problem.x().cols(), problem.z().cols(), fit.runs, fit.warmUp);
      System.out.printf(
          "%-16s %9s %9s %9s %6s %9s %9s  %s%n",
          "given", "median s", "least", "most", "steps", "rmse", "hamming", "mu, ended");
      LassoOptions onlyK = LassoOptions.of(problem.z().cols());
      LassoResult found = fit.measure("K", onlyK);
      double mu = found.mu();
      if (Double.isNaN(mu)) {
        System.out.println("the fit came by " + found.method() + "; it has no penalty to give");
      } else {
        fit.measure("K and penalty", onlyK.withPenalty(new Penalty.Absolute(mu)));
      }
    }
  }

  private LassoResult measure(String given, LassoOptions options) {
    LatentFeatureLasso estimator = new LatentFeatureLasso(backend, options);
    for (int i = 0; i < warmUp; i++) {
      estimator.fit(problem.x(), FitListener.SILENT);
    }
    RepeatedTimes seconds = new RepeatedTimes();
    LassoResult result = null;
    for (int i = 0; i < runs; i++) {
      long start = System.nanoTime();
      result = estimator.fit(problem.x(), FitListener.SILENT);
      seconds.add((System.nanoTime() - start) * 1e-9);
    }
    if (result == null) {
      throw new IllegalStateException("no run");
    }
    System.out.printf(
        "%-16s %9.3f %9.3f %9.3f %6d %9.6f %9.6f  %.5g, %s%n",
        given,
        seconds.median(),
        seconds.least(),
        seconds.most(),
        result.trace().size(),
        result.rmse(),
        Hamming.mean(problem.z(), result.z()),
        result.mu(),
        result.ended());
    return result;
  }
}

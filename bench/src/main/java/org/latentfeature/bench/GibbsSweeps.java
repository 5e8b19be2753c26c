package org.latentfeature.bench;

import java.util.List;
import java.util.function.Function;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.bench.machine.SingleProductRate;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.ibp.ChainState;
import org.latentfeature.ibp.Chains;
import org.latentfeature.ibp.CollapsedSampler;
import org.latentfeature.ibp.HyperPriors;
import org.latentfeature.ibp.InfiniteFeatures;
import org.latentfeature.ibp.Sample;
import org.latentfeature.ibp.Sampler;
import org.latentfeature.ibp.Scales;
import org.latentfeature.ibp.UncollapsedSampler;

/**
 * Seconds of a sweep of Gibbs sampling over N×100 with 20 features under the Indian buffet process,
 * both ways, for N from 1000 on: one chain from the ground truth, medians of the sweeps after the
 * first three. An uncollapsed sweep is two products of 2·N·D·K operations beside the draws of N·K
 * bits; its share of the machine's matrix product counts only these.
 */
final class GibbsSweeps {

  private static final int COLS = 100;
  private static final int FEATURES = 20;
  private static final int MOST = 40;
  private static final double SIGMA = 1;
  private static final int FIRST = 1000;
  private static final int LEFT_OUT = 3;

  private GibbsSweeps() {}

  static void start(String[] args) {
    Arguments arguments = new Arguments(args, "rows", "sweeps");
    int most = arguments.integer("rows", 100_000, FIRST);
    int sweeps = arguments.integer("sweeps", 10, 1);
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Sweeps of Gibbs sampling", choice);
      double rate = rate(backend);
      System.out.printf(
          "SGEMM %.1f GFLOP/s; medians of %d sweeps%n%n%-10s %14s %14s %8s %8s%n",
          rate * 1e-9, sweeps, "N", "collapsed s", "uncollapsed s", "ratio", "share");
      for (int rows = FIRST; rows <= most; rows *= 10) {
        SyntheticProblem problem = SyntheticProblem.dense(rows, COLS, FEATURES, SIGMA, 1);
        double collapsed =
            seconds(problem, sweeps, p -> new CollapsedSampler(p.x(), null, backend.algebra()));
        double uncollapsed;
        try (CheckedRows resident =
            CheckedRows.load(
                backend, problem.x(), UncollapsedSampler.limits(1, MOST), StopSignal.NEVER)) {
          uncollapsed =
              seconds(problem, sweeps, p -> new UncollapsedSampler(resident, p.x(), MOST));
        }
        double flops = 4.0 * rows * COLS * FEATURES / uncollapsed;
        System.out.printf(
            "%-10d %14.5f %14.5f %8.1f %7.1f%%%n",
            rows, collapsed, uncollapsed, collapsed / uncollapsed, 100 * flops / rate);
        if (rows > most / 10) {
          break; // rows * 10 might overflow
        }
      }
    }
  }

  private static double rate(Backend backend) {
    RepeatedTimes rates = new RepeatedTimes();
    try (SingleProductRate product = new SingleProductRate(backend, SingleProductRate.WIDE)) {
      for (int i = 0; i < 5; i++) {
        rates.add(product.measure());
      }
    }
    return rates.median();
  }

  private static double seconds(
      SyntheticProblem problem, int sweeps, Function<SyntheticProblem, Sampler> sampler) {
    ChainState start =
        new ChainState(0, problem.z(), new Scales(SIGMA, 1), new InfiniteFeatures(1));
    Chains.Plan plan =
        new Chains.Plan(4 * (LEFT_OUT + sweeps), MOST, new HyperPriors(1, true, true, true), 1, 1);
    Clock clock = new Clock(LEFT_OUT + sweeps);
    try (Sampler own = sampler.apply(problem)) {
      Chains.run(
          new Chains.Data(problem.x(), problem.x(), COLS, 1),
          own,
          plan,
          List.of(start),
          clock,
          clock::isOver);
    }
    if (!clock.isOver()) {
      throw new IllegalStateException("the chain ended after fewer sweeps");
    }
    return clock.times.median();
  }

  /** Hears of every sweep. */
  private static final class Clock implements Chains.Watcher {

    private final int sweeps;
    private final RepeatedTimes times = new RepeatedTimes();
    private int done;
    private long last = System.nanoTime();

    Clock(int sweeps) {
      this.sweeps = sweeps;
    }

    boolean isOver() {
      return done >= sweeps;
    }

    @Override
    public void onRound(int sweep, List<Sample> samples) {
      // Sweeps are heard of one by one.
    }

    @Override
    public boolean isDue() {
      long now = System.nanoTime();
      if (done++ >= LEFT_OUT) {
        times.add((now - last) * 1e-9);
      }
      last = now;
      return false;
    }
  }
}

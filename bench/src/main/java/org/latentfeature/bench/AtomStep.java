package org.latentfeature.bench;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.bench.step.MidFit;
import org.latentfeature.bench.step.SearchSteps;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.AtomSearch.Sweeps;

/**
 * One greedy search for atoms on a backend (sweeps to a tolerance of 1e-3, 64 hyperplanes, 8 atoms
 * polished) against {@link PlainMixing} with 100 sweeps and 100 hyperplanes, on the same mid-fit
 * residual and at the same rank. The two alternate in one JVM; both atoms are scored by the same
 * double-precision loop. The backend's step includes the Gram blocks, which a new residual needs.
 */
final class AtomStep {

  private static final int PLANES = 64;
  private static final int ATOMS = 8;
  private static final double TOLERANCE = 1e-3;
  private static final int MOST_SWEEPS = 100;
  private static final int POLISH_PASSES = 20;
  private static final int PLAIN_SWEEPS = 100;
  private static final int PLAIN_PLANES = 100;

  /** Backend steps for each run of the loop, which takes so much longer. */
  private static final int STEPS_A_RUN = 3;

  private static final int WARM_UP_STEPS = 12;
  private static final int WARM_UP_SWEEPS = 10;

  private final int rank;
  private final SearchSteps steps;
  private final MidFit fit;
  private final PlainMixing plain;

  private AtomStep(int rank, SearchSteps steps, MidFit fit) {
    this.rank = rank;
    this.steps = steps;
    this.fit = fit;
    plain = new PlainMixing(fit.residual(), fit.x().rows(), fit.x().cols());
  }

  static void start(String[] args) {
    Arguments arguments = new Arguments(args, "runs", "rank");
    int runs = arguments.integer("runs", 5, 1);
    int rank = arguments.integer("rank", 8, 2);
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Atom step against a plain sequential mixing method", choice);
      System.out.printf(
          "rank %d; medians of %d runs of the loop (one thread) and %d steps of the backend%n%n",
          rank, runs, STEPS_A_RUN * runs);
      System.out.printf(
          "%-10s %9s %9s %7s %8s | %-31s | %6s %9s | %6s %9s%n",
          "",
          "loop s",
          "step s",
          "ratio",
          "of least",
          "objective: loop, step, not less",
          "sweeps",
          "s each",
          "sweeps",
          "s each");
      measure("1000×1000", SyntheticProblem.generate("syn1", 1), backend, rank, runs);
      measure("4000×784", SyntheticProblem.dense(4000, 784, 20, .1, 1), backend, rank, runs);
    }
  }

  private static void measure(
      String name, SyntheticProblem problem, Backend backend, int rank, int runs) {
    AtomSearch.Limits limits = new AtomSearch.Limits(MidFit.halfOf(problem), rank, ATOMS, PLANES);
    try (SearchSteps steps = new SearchSteps(backend, problem.x(), limits)) {
      new AtomStep(rank, steps, MidFit.of(problem, steps)).run(name, runs);
    }
  }

  /** The times of one step of the backend, its number of sweeps and its best atom. */
  private record Step(double seconds, double sweepSeconds, int sweeps, ScoredAtom best) {}

  private void run(String name, int runs) {
    plain.search(rank, WARM_UP_SWEEPS, PLAIN_PLANES, 0);
    for (int i = 0; i < WARM_UP_STEPS; i++) {
      step(-i - 1);
    }
    RepeatedTimes loopSeconds = new RepeatedTimes();
    RepeatedTimes loopSweep = new RepeatedTimes();
    RepeatedTimes loopScores = new RepeatedTimes();
    RepeatedTimes stepSeconds = new RepeatedTimes();
    RepeatedTimes stepSweep = new RepeatedTimes();
    RepeatedTimes stepSweeps = new RepeatedTimes();
    RepeatedTimes stepScores = new RepeatedTimes();
    int notLess = 0;
    for (int run = 0; run < runs; run++) {
      long start = System.nanoTime();
      PlainMixing.Found found = plain.search(rank, PLAIN_SWEEPS, PLAIN_PLANES, run);
      loopSeconds.add((System.nanoTime() - start) * 1e-9);
      loopSweep.add(found.sweepSeconds() / PLAIN_SWEEPS);
      loopScores.add(found.score());
      for (int i = 0; i < STEPS_A_RUN; i++) {
        Step step = step((long) run * STEPS_A_RUN + i);
        stepSeconds.add(step.seconds);
        stepSweep.add(step.sweepSeconds / step.sweeps);
        stepSweeps.add(step.sweeps);
        double score = plain.score(step.best.z());
        stepScores.add(score);
        notLess += score >= found.score() ? 1 : 0;
      }
    }
    System.out.printf(
        "%-10s %9.4f %9.4f %6.1f× %7.1f× | %11.5g %11.5g %3d/%-3d | %6d %9.6f | %6.0f %9.6f%n",
        name,
        loopSeconds.median(),
        stepSeconds.median(),
        loopSeconds.median() / stepSeconds.median(),
        loopSeconds.least() / stepSeconds.least(),
        loopScores.median(),
        stepScores.median(),
        notLess,
        runs * STEPS_A_RUN,
        PLAIN_SWEEPS,
        loopSweep.median(),
        stepSweeps.median(),
        stepSweep.median());
  }

  private Step step(long seed) {
    // Off the clock, but it makes the backend forget what it keeps between searches.
    steps.search().residual(steps.codes(), fit.v());
    long start = System.nanoTime();
    Sweeps sweeps = steps.search().sweep(rank, TOLERANCE, MOST_SWEEPS, seed);
    long swept = System.nanoTime();
    List<ScoredAtom> atoms = steps.search().round(PLANES, ATOMS, POLISH_PASSES, seed);
    long end = System.nanoTime();
    return new Step(
        (end - start) * 1e-9, (swept - start) * 1e-9, sweeps.objectives().size(), atoms.get(0));
  }
}

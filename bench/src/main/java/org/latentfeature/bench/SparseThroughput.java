package org.latentfeature.bench;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;

/**
 * Seconds of each step over sparse rows, by their counters, on the residual of half of the true
 * features; medians of rounds.
 */
final class SparseThroughput {

  private static final int SWEEPS = 10;
  private static final int RANK = 8;

  /** So small that sweeps end by their number. */
  private static final double TOLERANCE = 1e-15;

  private SparseThroughput() {}

  static void start(String[] args) {
    Arguments arguments = new Arguments(args, "rounds", "rows", "columns", "features", "nonzeros");
    int rounds = arguments.integer("rounds", 5, 1);
    int rows = arguments.integer("rows", 100_000, 100);
    int columns = arguments.integer("columns", 50_000, 100);
    int features = arguments.integer("features", 20, 1);
    int nonZeros = arguments.integer("nonzeros", 5_000_000, 100);
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Steps over sparse rows", choice);
      SparseProblem.Drawn drawn =
          new SparseProblem(rows, columns, features, nonZeros, .5, 0).draw();
      System.out.printf(
          "%s, %,d entries not zero, K = %d; medians of %d rounds%n%n",
          drawn.x(), drawn.x().entries(), features, rounds);
      run(backend, drawn, rounds);
    }
  }

  private static void run(Backend backend, SparseProblem.Drawn drawn, int rounds) {
    BinaryMatrix z = drawn.z();
    Dense half = drawn.w().copy();
    for (int i = 0; i < half.values().length; i++) {
      half.values()[i] /= 2;
    }
    Map<String, RepeatedTimes> times = new TreeMap<>();
    // The first round compiles.
    for (int round = 0; round <= rounds; round++) {
      for (Map.Entry<String, Counters.Step> step :
          round(backend, drawn.x(), z, half, round).steps().entrySet()) {
        Counters.Step counted = step.getValue();
        if (round > 0) {
          times
              .computeIfAbsent(step.getKey(), name -> new RepeatedTimes())
              .add(counted.seconds() / counted.calls());
        }
      }
    }
    times.forEach((name, time) -> System.out.printf("%-14s %8.4f s a call%n", name, time.median()));
  }

  private static Counters round(Backend backend, SparseRows x, BinaryMatrix z, Dense w, long seed) {
    int k = w.rows();
    AtomSearch.Limits limits = new AtomSearch.Limits(k, RANK, 8, 64);
    Incidence.Limits room = new Incidence.Limits(k);
    Factorisation.Limits steps = new Factorisation.Limits(k);
    StopSignal stop = StopSignal.NEVER;
    try (CheckedRows rows = CheckedRows.load(backend, x, List.of(limits, room, steps), stop)) {
      try (Opened opened = new Opened(rows, stop)) {
        Incidence codes = opened.open(room);
        codes.replace(z);
        AtomSearch search = opened.open(limits);
        search.residual(codes, w);
        search.sweep(RANK, TOLERANCE, SWEEPS, seed);
        search.round(64, 8, 5, seed);
        Factorisation factorisation = opened.open(steps);
        factorisation.products(codes, 0);
        factorisation.squaredError(codes, w);
        factorisation.refine(codes, w, 8);
      }
      return rows.counters();
    }
  }
}

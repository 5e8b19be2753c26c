package org.latentfeature.bench;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.DoubleProductRate;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.bench.machine.MemoryBandwidth;
import org.latentfeature.bench.machine.SingleProductRate;
import org.latentfeature.bench.step.SearchSteps;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;

/**
 * Seconds of one mixing-method sweep over A (N×D) at rank r: the difference of a search of 15
 * sweeps and one of 5, divided by 10. A sweep counts 4·N·D·r floating-point operations and 2·4·N·D
 * bytes (A twice), which are held against the machine's matrix product and memory, all measured in
 * turn in the same rounds.
 */
final class SweepThroughput {

  private static final int FEW = 5;
  private static final int MANY = 15;

  /** So small that sweeps end by their number. */
  private static final double TOLERANCE = 1e-12;

  private final RepeatedTimes dgemm = new RepeatedTimes();
  private final RepeatedTimes sgemm = new RepeatedTimes();
  private final RepeatedTimes sgemmWide = new RepeatedTimes();
  private final RepeatedTimes triad = new RepeatedTimes();
  private final RepeatedTimes read = new RepeatedTimes();

  private SweepThroughput() {}

  static void start(String[] args) {
    Arguments arguments = new Arguments(args, "rounds", "rank", "rows");
    int rounds = arguments.integer("rounds", 5, 1);
    int rank = arguments.integer("rank", 16, 2);
    int rows = arguments.integer("rows", 200_000, 100);
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Throughput of mixing-method sweeps", choice);
      System.out.printf("rank %d; medians of %d rounds%n%n", rank, rounds);
      new SweepThroughput().run(backend, rounds, rank, rows);
    }
  }

  /** Sweeps over one matrix of noise, on which they converge slowly, timed round by round. */
  private static final class Target {
    final Matrix x;
    final SearchSteps steps;
    final RepeatedTimes sweep = new RepeatedTimes();
    final RepeatedTimes start = new RepeatedTimes();

    Target(Backend backend, int rows, int cols, int rank) {
      x = RandomMixture.generate(rows, cols, 0);
      steps = new SearchSteps(backend, x, new AtomSearch.Limits(1, rank, 1, 1));
    }

    void round(int rank, long seed) {
      long start0 = System.nanoTime();
      int few = steps.search().sweep(rank, TOLERANCE, FEW, seed).objectives().size();
      long start1 = System.nanoTime();
      int many = steps.search().sweep(rank, TOLERANCE, MANY, seed).objectives().size();
      long end = System.nanoTime();
      if (many == few) {
        throw new IllegalStateException("the sweeps converged after " + few);
      }
      double first = (start1 - start0) * 1e-9;
      double each = ((end - start1) * 1e-9 - first) / (many - few);
      sweep.add(each);
      start.add(first - few * each);
    }
  }

  private void run(Backend backend, int rounds, int rank, int rows) {
    Target small = new Target(backend, 1000, 1000, rank);
    Target large = new Target(backend, rows, RandomMixture.COLS, rank);
    MemoryBandwidth memory = new MemoryBandwidth(backend.info().threads());
    try (SearchSteps one = small.steps;
        SearchSteps two = large.steps;
        SingleProductRate square = new SingleProductRate(backend, SingleProductRate.SIZE);
        SingleProductRate wide = new SingleProductRate(backend, SingleProductRate.WIDE)) {
      DoubleProductRate doubles = new DoubleProductRate(backend.algebra());
      // Compiles the loops, and computes the Gram blocks, which belong to no sweep.
      for (int i = 0; i < 10; i++) {
        one.search().sweep(rank, TOLERANCE, MANY, i);
        square.measure();
        doubles.measure();
        memory.triad();
        memory.sum();
      }
      two.search().sweep(rank, TOLERANCE, 1, 0);
      wide.measure();
      for (int i = 0; i < rounds; i++) {
        dgemm.add(doubles.measure());
        sgemm.add(square.measure());
        sgemmWide.add(wide.measure());
        triad.add(memory.triad());
        read.add(memory.sum());
        small.round(rank, i);
        large.round(rank, i);
      }
    }
    double product = Math.max(2 * dgemm.median(), Math.max(sgemm.median(), sgemmWide.median()));
    double bytes = Math.max(triad.median(), read.median());
    printReferences();
    System.out.printf(
        "%nshares are of the highest of either kind: %.1f GFLOP/s and %.1f GB/s%n%n",
        product * 1e-9, bytes * 1e-9);
    System.out.printf(
        "%-14s %10s %9s %8s %8s %8s %10s%n",
        "A", "s a sweep", "GFLOP/s", "share", "GB/s", "share", "start s");
    print(small, rank, product, bytes);
    print(large, rank, product, bytes);
  }

  private void printReferences() {
    System.out.printf("%-44s %9s %9s %9s%n", "", "median", "least", "most");
    line("DGEMM 1024³, GFLOP/s", dgemm);
    line("SGEMM-shaped 1024×1024×1024, GFLOP/s", sgemm);
    line("SGEMM-shaped 1024×1024×" + SingleProductRate.WIDE + ", GFLOP/s", sgemmWide);
    line("memory, triad, GB/s", triad);
    line("memory, reading, GB/s", read);
  }

  private static void line(String name, RepeatedTimes perSecond) {
    System.out.printf(
        "%-44s %9.1f %9.1f %9.1f%n",
        name, perSecond.median() * 1e-9, perSecond.least() * 1e-9, perSecond.most() * 1e-9);
  }

  private static void print(Target t, int rank, double product, double bandwidth) {
    double flops = 4.0 * t.x.size() * rank / t.sweep.median();
    double bytes = 2.0 * t.x.bytes() / t.sweep.median();
    System.out.printf(
        "%-14s %10.6f %9.1f %7.1f%% %8.1f %7.1f%% %10.6f%n",
        t.x.rows() + "×" + t.x.cols(),
        t.sweep.median(),
        flops * 1e-9,
        100 * flops / product,
        bytes * 1e-9,
        100 * bytes / bandwidth,
        t.start.median());
  }
}

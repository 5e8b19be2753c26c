package org.latentfeature.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Reduction;

/**
 * Seconds per greedy step of a default fit on a file, and the most memory that the process had
 * resident from its start until the fit, stopped after a few steps, has ended. One JVM a file:
 * {@code bench/run scaling} loops. The first step is not counted; it warms the JVM and the file's
 * pages.
 */
final class Scaling {

  /** Phases of {@link FitEvent#seconds} that belong to every greedy step. */
  private static final List<String> STEP =
      List.of("residual", "sweep", "polish", "products", "corrective");

  private Scaling() {}

  static void start(String[] args) throws IOException {
    Arguments arguments = new Arguments(args, "steps", "header", "k");
    Path file = Path.of(arguments.word("file"));
    int steps = arguments.integer("steps", 5, 2);
    int k = arguments.integer("k", RandomMixture.FEATURES, 1);
    Matrix x = MatrixReader.read(file, ReadOptions.DEFAULT).x();
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      if (arguments.integer("header", 1, 0) > 0) {
        header(choice, steps, k);
      }
      List<FitEvent> events = new ArrayList<>();
      double[] peakAtStop = new double[1];
      long[] last = new long[1];
      long start = System.nanoTime();
      new LatentFeatureLasso(backend, LassoOptions.of(k).withReduce(Reduction.NONE))
          .fit(
              x,
              event -> {
                events.add(event);
                peakAtStop[0] = Machine.peakResidentBytes();
                last[0] = System.nanoTime();
                return events.size() < steps;
              });
      long end = System.nanoTime();
      report(x, events, (end - start) * 1e-9, (end - last[0]) * 1e-9, peakAtStop[0]);
    }
  }

  private static void header(Backends.Choice choice, int steps, int k) {
    Machine.describe("Greedy steps and memory against the number of rows", choice);
    System.out.printf(
        "K %d; medians of steps 2 to %d of the convex fit of X as it is, without verified columns; peak memory includes the data%n%n",
        k, steps);
    System.out.printf("%8s %6s %9s %11s", "rows", "cols", "s a step", "µs per row");
    for (String phase : STEP) {
      System.out.printf(" %10s", phase);
    }
    System.out.printf(
        " | %8s %9s %9s %12s | %8s %8s%n",
        "data MB", "peak MB", "steps MB", "peak-2.2data", "fit s", "end s");
  }

  private static void report(
      Matrix x, List<FitEvent> events, double total, double ending, double peakAtStop) {
    RepeatedTimes step = new RepeatedTimes();
    Map<String, RepeatedTimes> phases = new TreeMap<>();
    for (int i = 1; i < events.size(); i++) {
      double sum = 0;
      for (String phase : STEP) {
        double seconds = since(events.get(i - 1), events.get(i), phase);
        phases.computeIfAbsent(phase, p -> new RepeatedTimes()).add(seconds);
        sum += seconds;
      }
      step.add(sum);
    }
    double mega = 1e6;
    double peak = Machine.peakResidentBytes();
    System.out.printf(
        "%8d %6d %9.3f %11.2f", x.rows(), x.cols(), step.median(), step.median() / x.rows() * 1e6);
    for (String phase : STEP) {
      RepeatedTimes seconds = phases.getOrDefault(phase, new RepeatedTimes());
      System.out.printf(" %10.4f", seconds.median());
    }
    System.out.printf(
        " | %8.0f %9.0f %9.0f %12.0f | %8.1f %8.1f%n",
        x.bytes() / mega,
        peak / mega,
        peakAtStop / mega,
        (peak - 2.2 * x.bytes()) / mega,
        total,
        ending);
  }

  private static double since(FitEvent before, FitEvent after, String phase) {
    return after.seconds().getOrDefault(phase, 0.0) - before.seconds().getOrDefault(phase, 0.0);
  }
}

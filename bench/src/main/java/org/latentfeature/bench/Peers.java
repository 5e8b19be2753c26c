package org.latentfeature.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;

/**
 * A default fit beside what a user could take instead: scikit-learn's decompositions, with a
 * threshold after them.
 */
final class Peers {

  private static final List<String> ALL =
      List.of(
          "syn0",
          "syn1",
          "syn2",
          "syn3",
          "35",
          "50",
          "70",
          "100",
          "35/.2",
          "35/.1",
          "70/.2",
          "100/.1",
          "35/factor:.3",
          "35/factor:.5",
          "35/pairs:.1",
          "35/chain:.8");

  private static final int ROWS = 30;
  private static final int COLUMNS = 600;
  private static final double SIGMA = .01;

  private final Backend backend;
  private final int runs;
  private final int seed;

  private Peers(Backend backend, int runs, int seed) {
    this.backend = backend;
    this.runs = runs;
    this.seed = seed;
  }

  static void start(String[] args) throws IOException {
    Arguments arguments = new Arguments(args, "problems", "runs", "seed", "python");
    int runs = arguments.integer("runs", 5, 1);
    int seed = arguments.integer("seed", 1, 0);
    String python = arguments.text("python", "python3");
    List<String> problems =
        List.of(arguments.text("problems", String.join(",", ALL)).split(",", -1));
    Backends.Choice choice = arguments.openBackend();
    Path folder = Files.createTempDirectory("lfm-peers");
    try (Backend backend = choice.backend()) {
      Machine.describe("A default fit and scikit-learn's decompositions, seed " + seed, choice);
      String missing = missing(python);
      if (missing != null) {
        System.out.println("scikit-learn is left out: " + missing);
      }
      System.out.printf(
          "%n%-14s %5s %5s %5s  %-28s %9s %6s %9s %7s%n",
          "problem", "N", "D", "K", "method", "seconds", "exact", "rmse", "ratio");
      Peers peers = new Peers(backend, runs, seed);
      for (String problem : problems) {
        peers.compare(problem, missing == null ? python : null, folder);
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private SyntheticProblem problem(String name) {
    if (name.startsWith("syn")) {
      return SyntheticProblem.generate(name, seed);
    }
    String[] parts = name.split("/", -1);
    int k = Integer.parseInt(parts[0]);
    String second = parts.length > 1 ? parts[1] : "";
    boolean dependent = second.contains(":");
    return new DenseProblem(
            ROWS * k,
            COLUMNS,
            k,
            SIGMA,
            second.isEmpty() || dependent ? Prevalence.HALF : Prevalence.of(second),
            dependent ? FeatureDependence.of(second) : FeatureDependence.NONE,
            NoiseShape.EQUAL,
            seed)
        .inMemory();
  }

  private void compare(String name, @Nullable String python, Path folder) throws IOException {
    SyntheticProblem problem = problem(name);
    int k = problem.z().cols();
    RepeatedTimes seconds = new RepeatedTimes();
    long exact = 0;
    double rmse = Double.NaN;
    for (int run = -2; run < runs; run++) {
      long start = System.nanoTime();
      LassoResult fit =
          new LatentFeatureLasso(backend, LassoOptions.of(k)).fit(problem.x(), FitListener.SILENT);
      if (run >= 0) {
        seconds.add((System.nanoTime() - start) * 1e-9);
      }
      List<BitVector> found = fit.z().columns();
      exact = problem.z().columns().stream().filter(found::contains).count();
      rmse = fit.rmse();
    }
    String of =
        String.format(
            Locale.ROOT, "%-14s %5d %5d %5d", name, problem.x().rows(), problem.x().cols(), k);
    print(of, "lfm fit", seconds.median(), exact, rmse, "");
    if (python == null) {
      return;
    }
    NpyWriter.write(problem.x(), folder.resolve("X.npy"));
    NpyWriter.write(problem.z(), folder.resolve("Z.npy"));
    for (String answer : run(List.of(python, "bench/peers.py", folder.toString()))) {
      String[] words = answer.split(" ", -1);
      double taken = Double.parseDouble(words[1]);
      print(
          of,
          words[0],
          taken,
          Long.parseLong(words[2]),
          Double.parseDouble(words[3]),
          String.format(Locale.ROOT, "%.2f", seconds.median() / taken));
    }
  }

  private static void print(
      String of, String method, double seconds, long exact, double rmse, String ratio) {
    System.out.printf(
        Locale.ROOT, "%s  %-28s %9.3f %6d %9.4g %7s%n", of, method, seconds, exact, rmse, ratio);
  }

  /** Why there is no scikit-learn; null if there is. */
  private static @Nullable String missing(String python) {
    try {
      run(List.of(python, "-c", "import sklearn"));
      return null;
    } catch (IOException | UncheckedIOException e) {
      return python + " has no scikit-learn (Debian's package is python3-sklearn)";
    }
  }

  private static List<String> run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader out = process.inputReader()) {
      out.lines().forEach(lines::add);
    }
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return lines;
  }
}

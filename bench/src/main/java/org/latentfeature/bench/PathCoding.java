package org.latentfeature.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.bench.machine.SingleProductRate;
import org.latentfeature.bench.step.DrawnPicture;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.image.Patches;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.Coding;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.PlaneDenoiser;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.Paths;

/**
 * Rows a second through the greedy coding of paths: the patches of a drawn picture with noise, by
 * the model that denoising learns from them. The backend codes all rows in one call, and random
 * ones in calls as small as those of stochastic inference, on one thread and on all it has; the
 * plain Java reference codes a part. All alternate, beside matrix products of the same backend.
 */
final class PathCoding {

  private static final String REFERENCE = "java";

  /** Noise by which rows have less than one feature, and more than five. */
  private static final double[] SIGMAS = {12, 0.3};

  /** Rows of a small call, a batch of stochastic inference. */
  private static final int BATCH = 2000;

  /** Small calls a round. */
  private static final int BATCHES = 20;

  private PathCoding() {}

  static void start(String[] args) {
    Arguments arguments = new Arguments(args, "rounds", "warm-up", "side", "features", "seed");
    int rounds = arguments.integer("rounds", 7, 1);
    int warmUp = arguments.integer("warm-up", 3, 0);
    int side = arguments.integer("side", 512, 8);
    int features = arguments.integer("features", DenoiseOptions.FEATURES, 1);
    int seed = arguments.integer("seed", 1, 0);
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Greedy coding of paths", choice);
      System.out.printf(
          "drawn picture of %d×%d pixels, K %d; medians of %d rounds after %d%n%n",
          side, side, features, rounds, warmUp);
      row(
          "sigma",
          "coder",
          "features",
          "rows/s",
          "ratio",
          "GFLOP/s",
          "SGEMM",
          "product",
          "search",
          "rows/s by");
      row("", "", "a row", "", "to java", "", "GFLOP/s", "ns/row", "ns/row", BATCH + " rows");
      for (double sigma : SIGMAS) {
        Plane noisy = DrawnPicture.of(side, seed);
        noisy.addNoise(sigma, new RandomStream(seed, "noise"));
        measure(backend, noisy, sigma, features, rounds, warmUp);
      }
    }
  }

  private static void measure(
      Backend backend, Plane noisy, double sigma, int features, int rounds, int warmUp) {
    DenoiseOptions options = DenoiseOptions.of(features);
    PathObjective objective =
        new PlaneDenoiser(backend, options)
            .learn(noisy, sigma, FitListener.SILENT)
            .parameters()
            .objective(Coding.DEFAULT);
    Patches patches = new Patches(noisy, options.patch(), options.mean());
    Matrix x = Matrix.allocate(patches.count(), patches.entries());
    patches.copy(0, patches.count(), x, new float[patches.count()]);
    int all = backend.info().threads();
    List<Way> ways = new ArrayList<>();
    try {
      ways.add(new Way(REFERENCE, 1, x, objective));
      ways.add(new Way(backend.info().name(), 1, x, objective));
      if (all > 1) {
        ways.add(new Way(backend.info().name(), all, x, objective));
      }
      for (int round = -warmUp; round < rounds; round++) {
        for (Way way : ways) {
          way.round(round);
        }
      }
      double reference = ways.get(0).perSecond.median();
      ways.forEach(way -> way.print(sigma, reference));
    } finally {
      ways.forEach(Way::close);
    }
  }

  private static void row(String sigma, String coder, String... cells) {
    StringBuilder line = new StringBuilder("%-6s %-20s".formatted(sigma, coder));
    for (String cell : cells) {
      line.append("%11s".formatted(cell));
    }
    System.out.println(line);
  }

  /** One coder, and its backend's products. */
  private static final class Way {

    private final String name;
    private final Backend backend;
    private final CheckedRows loaded;
    private final PathCoder coder;
    private final SingleProductRate product;
    private final PathObjective objective;
    private final int[] rows;
    private final RepeatedTimes perSecond = new RepeatedTimes();
    private final RepeatedTimes perSecondBatched = new RepeatedTimes();
    private final RepeatedTimes flops = new RepeatedTimes();
    private double visits;

    Way(String name, int threads, Matrix x, PathObjective objective) {
      this.name = name.equals(REFERENCE) ? name : "%s, threads %d".formatted(name, threads);
      this.objective = objective;
      backend = Backends.open(name, Resources.ofThreads(threads)).backend();
      loaded = CheckedRows.load(backend, x);
      coder = loaded.open(new PathCoder.Limits(objective.features()));
      product = new SingleProductRate(backend, SingleProductRate.WIDE);
      boolean part = name.equals(REFERENCE);
      rows = part ? drawn(x.rows(), BATCH, -1) : IntStream.range(0, x.rows()).toArray();
    }

    private static int[] drawn(int from, int count, int round) {
      RandomStream random = new RandomStream(round, "rows");
      return IntStream.range(0, count).map(i -> random.nextInt(from)).toArray();
    }

    void round(int round) {
      long start = System.nanoTime();
      Paths paths = coder.code(objective, rows);
      double seconds = (System.nanoTime() - start) * 1e-9;
      visits = (double) paths.visits() / rows.length;
      double batched = 0;
      boolean reference = name.equals(REFERENCE);
      for (int i = 0; i < BATCHES && !reference; i++) {
        int[] batch = drawn(loaded.rows(), BATCH, i);
        start = System.nanoTime();
        coder.code(objective, batch);
        batched += (System.nanoTime() - start) * 1e-9;
      }
      double rate = reference ? Double.NaN : product.measure();
      if (round >= 0) {
        perSecond.add(rows.length / seconds);
        perSecondBatched.add(reference ? Double.NaN : BATCHES * BATCH / batched);
        flops.add(rate);
      }
    }

    void print(double sigma, double reference) {
      double each = 2.0 * objective.features() * loaded.cols();
      double nanos = 1e9 / perSecond.median();
      double multiplying = 1e9 * each / flops.median();
      row(
          Double.toString(sigma),
          name,
          "%.2f".formatted(visits),
          whole(perSecond.median()),
          tenths(perSecond.median() / reference),
          tenths(each * perSecond.median() * 1e-9),
          tenths(flops.median() * 1e-9),
          whole(multiplying),
          whole(nanos - multiplying),
          whole(perSecondBatched.median()));
    }

    /** Nothing of what was not measured. */
    private static String whole(double value) {
      return Double.isNaN(value) ? "" : "%.0f".formatted(value);
    }

    private static String tenths(double value) {
      return Double.isNaN(value) ? "" : "%.1f".formatted(value);
    }

    void close() {
      product.close();
      coder.close();
      loaded.close();
      backend.close();
    }
  }
}

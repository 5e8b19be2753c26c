package org.latentfeature.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;
import org.latentfeature.study.many.ManyFits;
import org.latentfeature.study.many.ManyFitsListener;
import org.latentfeature.study.many.ManyOptions;
import org.latentfeature.study.many.Outcome;
import org.latentfeature.study.many.Problem;

/**
 * Fits per second of hundreds of small problems from their files to their models: in a plain loop
 * on one thread, and by {@link ManyFits} with one worker and with more. All ways alternate in one
 * JVM, each on one BLAS thread a worker, every round into an empty folder. No model is removed
 * before the end: a file system without a journal does not reuse the places of removed files for a
 * while, and looking past them for each new file took a quarter of the plain loop.
 */
final class ManySmallFits {

  private static final String SOFTWARE = "bench";
  private static final int FEATURES = 4;

  private final Arguments arguments;
  private final Path folder;
  private final List<Problem> problems;

  private ManySmallFits(Arguments arguments, Path folder, int count) {
    this.arguments = arguments;
    this.folder = folder;
    problems = new ArrayList<>();
    for (int seed = 1; seed <= count; seed++) {
      Path file = folder.resolve(seed + ".npy");
      NpyWriter.write(SyntheticProblem.generate("syn0", seed).x(), file);
      problems.add(
          new Problem(
              "syn0-" + seed,
              file.toString(),
              file,
              new FitRequest<>(new LassoEstimator(), LassoOptions.of(FEATURES)),
              0));
    }
  }

  static void start(String[] args) throws IOException {
    Arguments arguments = new Arguments(args, "problems", "rounds", "jobs", "warm-up");
    int count = arguments.integer("problems", 500, 1);
    int rounds = arguments.integer("rounds", 5, 1);
    int warmUp = arguments.integer("warm-up", 2, 0);
    int jobs = arguments.integer("jobs", Runtime.getRuntime().availableProcessors(), 1);
    Path folder = Files.createTempDirectory("lfm-many");
    try {
      ManySmallFits bench = new ManySmallFits(arguments, folder, count);
      Backends.Choice choice = arguments.openBackend(1, 1);
      Machine.describe(count + " problems of 100×196, K = " + FEATURES, choice);
      choice.backend().close();
      bench.measure(jobs, rounds, warmUp);
    } finally {
      delete(folder);
    }
  }

  /** One way to fit all problems into a folder. */
  private interface Way {
    void run(Path models) throws IOException;
  }

  /** The costs of one way of fitting, with a sample for each round. */
  private record Cost(
      RepeatedTimes perSecond, RepeatedTimes processorMillis, RepeatedTimes collectorShare) {

    Cost() {
      this(new RepeatedTimes(), new RepeatedTimes(), new RepeatedTimes());
    }
  }

  private void measure(int jobs, int rounds, int warmUp) throws IOException {
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("plain loop", this::loop);
    ways.put("jobs 1", models -> many(models, 1));
    for (int j = 2; j <= jobs; j *= 2) {
      int workers = j;
      ways.put("jobs " + j, models -> many(models, workers));
    }
    Map<String, Cost> costs = new LinkedHashMap<>();
    ways.keySet().forEach(name -> costs.put(name, new Cost()));
    for (int round = -warmUp; round < rounds; round++) {
      for (Map.Entry<String, Way> way : ways.entrySet()) {
        Cost cost = costs.getOrDefault(way.getKey(), new Cost());
        sample(way.getValue(), round < 0 ? new Cost() : cost);
      }
    }
    System.out.printf(
        "%d rounds after %d that are not counted; ratio to the plain loop%n%n", rounds, warmUp);
    System.out.printf(
        "%-12s %9s %9s %9s %7s %15s %12s%n",
        "way", "fits/s", "least", "most", "ratio", "processor ms", "collector %");
    double plain = costs.getOrDefault("plain loop", new Cost()).perSecond().median();
    costs.forEach(
        (name, cost) ->
            System.out.printf(
                "%-12s %9.1f %9.1f %9.1f %7.2f %15.2f %12.1f%n",
                name,
                cost.perSecond().median(),
                cost.perSecond().least(),
                cost.perSecond().most(),
                cost.perSecond().median() / plain,
                cost.processorMillis().median(),
                100 * cost.collectorShare().median()));
    System.out.printf("%npeak memory %.0f MB%n", Machine.peakResidentBytes() / 1e6);
  }

  private void sample(Way way, Cost cost) throws IOException {
    Path models = Files.createTempDirectory(folder, "models");
    OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long start = System.nanoTime();
    long processor = os.getProcessCpuTime();
    double collector = collectorSeconds();
    way.run(models);
    double seconds = (System.nanoTime() - start) * 1e-9;
    cost.perSecond().add(problems.size() / seconds);
    cost.processorMillis().add((os.getProcessCpuTime() - processor) * 1e-6 / problems.size());
    cost.collectorShare().add((collectorSeconds() - collector) / seconds);
  }

  private static double collectorSeconds() {
    double milliseconds = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      milliseconds += collector.getCollectionTime();
    }
    return milliseconds * 1e-3;
  }

  /** As a program would do it that knows of nothing but a single fit. */
  private void loop(Path models) throws IOException {
    try (Backend backend = arguments.openBackend(1, 1).backend()) {
      for (Problem problem : problems) {
        Dataset data = MatrixReader.read(problem.data(), ReadOptions.DEFAULT);
        try (LoadedData loaded = new LoadedData(backend, data.x())) {
          Model model =
              problem
                  .request()
                  .fit(loaded)
                  .model(
                      new Provenance(
                          SOFTWARE, backend.info(), FittedData.of(data, ReadOptions.DEFAULT)));
          ModelFile.save(model, models.resolve(problem.name() + ".lfm"));
        }
      }
    }
  }

  private void many(Path models, int jobs) throws IOException {
    ManyOptions options =
        ManyOptions.of(SOFTWARE, () -> arguments.openBackend(1, 1).backend(), jobs);
    ManyFits.Summary summary = new ManyFits(options).run(problems, models, ManyFitsListener.SILENT);
    if (summary.count(Outcome.Status.FITTED) != problems.size()) {
      throw new IllegalStateException("not all problems were fitted: " + summary.outcomes());
    }
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}

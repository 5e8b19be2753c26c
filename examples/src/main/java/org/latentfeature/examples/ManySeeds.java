package org.latentfeature.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.latentfeature.LatentFeatures;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.study.many.ManyFits;
import org.latentfeature.study.many.ManyFitsListener;
import org.latentfeature.study.many.ManyOptions;
import org.latentfeature.study.many.Outcome;
import org.latentfeature.study.many.Problem;

/** Fits a file from eight seeds, two fits at once; a second run finds them all there. */
public final class ManySeeds {

  private ManySeeds() {}

  /**
   * Runs it.
   *
   * @param arguments not used
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("example");
    Path data = folder.resolve("X.npy");
    NpyWriter.write(SyntheticProblem.dense(200, 20, 4, .1, 3).x(), data);
    List<Problem> problems = new ArrayList<>();
    for (int seed = 0; seed < 8; seed++) {
      long own = seed;
      problems.add(
          new Problem(
              "seed" + seed,
              "X.npy",
              data,
              LatentFeatures.lasso(4).with(options -> options.withSeed(own)),
              0));
    }
    ManyFits fits =
        new ManyFits(ManyOptions.of("example", () -> Backends.open(Backends.AUTO, 1).backend(), 2));
    for (int run = 1; run <= 2; run++) {
      ManyFits.Summary summary =
          fits.run(problems, folder.resolve("models"), ManyFitsListener.SILENT);
      System.out.printf(
          "run %d: %d fitted, %d kept%n",
          run, summary.count(Outcome.Status.FITTED), summary.count(Outcome.Status.KEPT));
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

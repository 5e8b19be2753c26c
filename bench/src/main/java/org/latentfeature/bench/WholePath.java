package org.latentfeature.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.PathResult;

/**
 * Seconds of a path K = 1 … Kmax over a user's file, read beforehand; after warm-up, in one JVM.
 */
final class WholePath {

  private WholePath() {}

  static void start(String[] args) throws IOException {
    Arguments arguments = new Arguments(args, "runs", "warm-up", "max-k");
    String file = arguments.word("file");
    int most = arguments.integer("max-k", 50, 1);
    int runs = arguments.integer("runs", 3, 1);
    int warmUp = arguments.integer("warm-up", 1, 0);
    Matrix x = MatrixReader.read(Path.of(file), ReadOptions.DEFAULT).x();
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Path K = 1 … " + most + " of " + file, choice);
      LatentFeatureLasso estimator = new LatentFeatureLasso(backend, LassoOptions.of(most));
      for (int i = 0; i < warmUp; i++) {
        estimator.path(x, FitListener.SILENT);
      }
      RepeatedTimes seconds = new RepeatedTimes();
      double rmse = Double.NaN;
      for (int i = 0; i < runs; i++) {
        long start = System.nanoTime();
        PathResult path = estimator.path(x, FitListener.SILENT);
        seconds.add((System.nanoTime() - start) * 1e-9);
        rmse = path.points().get(path.points().size() - 1).rmse();
      }
      System.out.printf(
          "N %d, D %d; %d runs after %d that are not counted%n%n",
          x.rows(), x.cols(), runs, warmUp);
      System.out.printf("%9s %9s %9s %12s%n", "median s", "least", "most", "last rmse");
      System.out.printf(
          "%9.3f %9.3f %9.3f %12.6f%n", seconds.median(), seconds.least(), seconds.most(), rmse);
    }
  }
}

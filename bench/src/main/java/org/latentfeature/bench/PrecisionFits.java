package org.latentfeature.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.bench.precision.PrecisionCost;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Reduction;

/** What reduced precision and other schedules of the sweeps cost in accuracy, file after file. */
final class PrecisionFits {

  private static final int FEATURES = 10;

  private PrecisionFits() {}

  static void start(String[] args) throws IOException {
    Arguments arguments = new Arguments(args, "seeds", "reduce");
    List<String> files = arguments.words("file");
    int seeds = arguments.integer("seeds", 20, 1);
    Map<String, Reduction> reductions = Map.of("auto", Reduction.AUTO, "none", Reduction.NONE);
    Reduction reduce = reductions.get(arguments.text("reduce", "none"));
    if (reduce == null) {
      throw new IllegalArgumentException("--reduce must be auto or none");
    }
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Accuracy of searches for atoms, relative to blocks of 64 rows", choice);
      for (String file : files) {
        measure(backend, file, seeds, reduce);
      }
    }
  }

  /**
   * Measures one file.
   *
   * @param word its name, and after a colon K
   */
  private static void measure(Backend backend, String word, int seeds, Reduction reduce)
      throws IOException {
    int colon = word.lastIndexOf(':');
    boolean hasK = colon > 0 && word.substring(colon + 1).matches("[1-9][0-9]{0,3}");
    int k = hasK ? Integer.parseInt(word.substring(colon + 1)) : FEATURES;
    Path file = Path.of(hasK ? word.substring(0, colon) : word);
    Matrix x = MatrixReader.read(file, ReadOptions.DEFAULT).x();
    LassoOptions options = LassoOptions.of(k).withMethod(Method.LASSO).withReduce(reduce);
    String table = PrecisionCost.measure(backend, x, options, reduce.equals(Reduction.NONE), seeds);
    System.out.printf(
        "%s: N %d, D %d, K %d, reduce %s; %d seed%s, %s%n",
        file.getFileName(), x.rows(), x.cols(), k, reduce, seeds, seeds == 1 ? "" : "s", table);
  }
}

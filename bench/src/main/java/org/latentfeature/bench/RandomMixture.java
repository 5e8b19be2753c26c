package org.latentfeature.bench;

import java.nio.file.Path;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyWriter;

/**
 * Data of any size from a few seeded numbers: row i is a random subset's sum of K features, each
 * i.i.d. uniform on [−1, 1], plus noise uniform on [−½, ½]. The features do not depend on the
 * number of rows, so that problems of different sizes are equally hard.
 */
final class RandomMixture {

  static final int COLS = 784;
  static final int FEATURES = 20;
  private static final long SEED = 1;

  private RandomMixture() {}

  /** Writes a mixture of {@code --rows} to the {@code .npy} file named. */
  static void start(String[] args) {
    Arguments arguments = new Arguments(args, "rows");
    Path file = Path.of(arguments.word("file"));
    NpyWriter.write(generate(arguments.integer("rows", 20_000, 1), COLS, FEATURES), file);
  }

  static Matrix generate(int rows, int cols, int features) {
    float[][] w = new float[features][cols];
    long dictionary = CounterRandom.stream(SEED, 1);
    long incidence = CounterRandom.stream(SEED, 2);
    long noise = CounterRandom.stream(SEED, 3);
    for (int k = 0; k < features; k++) {
      for (int j = 0; j < cols; j++) {
        w[k][j] = (float) (2 * CounterRandom.uniform(dictionary, k, j) - 1);
      }
    }
    Matrix x = Matrix.allocate(rows, cols);
    float[] row = new float[cols];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        row[j] = (float) (CounterRandom.uniform(noise, i, j) - 0.5);
      }
      for (int k = 0; k < features; k++) {
        if (CounterRandom.bits(incidence, i, k) < 0) {
          float[] feature = w[k];
          for (int j = 0; j < cols; j++) {
            row[j] += feature[j];
          }
        }
      }
      x.setRow(i, row);
    }
    return x;
  }
}

package org.latentfeature.fit.scale;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.metrics.Rmse;

/**
 * Rows with features of different probabilities, some of them rare.
 *
 * @param rmse of the truth
 */
record RareProblem(Matrix x, double rmse) {

  static RareProblem of(int n, int d, double[] probabilities, double sigma, long seed) {
    return of(n, d, probabilities, 0, sigma, seed);
  }

  /** Features of probability .5 whose entries are about 2 all. */
  static RareProblem positive(int n, int d, int k, double sigma, long seed) {
    double[] half = new double[k];
    Arrays.fill(half, .5);
    return of(n, d, half, 2, sigma, seed);
  }

  private static RareProblem of(
      int n, int d, double[] probabilities, double mean, double sigma, long seed) {
    RandomStream random = new RandomStream(seed, "rare features");
    int k = probabilities.length;
    Dense w = new Dense(k, d);
    for (int i = 0; i < w.values().length; i++) {
      w.values()[i] = mean + random.nextGaussian();
    }
    List<boolean[]> z = new ArrayList<>();
    IntStream.range(0, k).forEach(c -> z.add(new boolean[n]));
    Matrix x = Matrix.allocate(n, d);
    float[] row = new float[d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        row[j] = (float) (sigma * random.nextGaussian());
      }
      for (int c = 0; c < k; c++) {
        if (random.nextDouble() < probabilities[c]) {
          z.get(c)[i] = true;
          for (int j = 0; j < d; j++) {
            row[j] += (float) w.get(c, j);
          }
        }
      }
      x.setRow(i, row);
    }
    BinaryMatrix truth = BinaryMatrix.ofColumns(n, z.stream().map(BitVector::of).toList());
    return new RareProblem(x, Rmse.noisy(x, truth, w));
  }
}

package org.latentfeature.columns.difference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;

class SubsetSumsTest {

  private static final int K = 11;

  private static Dense normal(int rows, int d, double shift, long seed) {
    Dense values = new Dense(rows, d);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < d; j++) {
        values.set(i, j, shift + CounterRandom.normal(seed, i, j));
      }
    }
    return values;
  }

  private static Points points(Dense rows) {
    float[][] at = new float[rows.cols()][rows.rows()];
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < at.length; j++) {
        at[j][i] = (float) rows.get(i, j);
      }
    }
    return new Points(at);
  }

  /**
   * Far from 0, squares would hide small distances. Few dimensions are searched in a tree, codes of
   * many by the triangular factor of WWᵀ.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 6, 18})
  void nearestSumsAreThoseOfBruteForce(int d) {
    for (double far : new double[] {0, 3000}) {
      Dense w = normal(K, d, far / K, 1);
      Dense x = normal(300, d, far / 2, 2);
      float[] shift = Arrays.copyOf(new float[] {.5f, 0, -.25f}, d);
      SubsetSums.Nearest found = new SubsetSums(w).nearest(points(x), shift, 2, StopSignal.NEVER);
      double error = 0;
      for (int i = 0; i < x.rows(); i++) {
        double least = Double.POSITIVE_INFINITY;
        for (int code = 0; code < 1 << K; code++) {
          least = Math.min(least, squaredDistance(x, i, shift, w, code));
        }
        error += least;
        assertEquals(
            least, squaredDistance(x, i, shift, w, found.codes()[i]), 1e-3 * Math.max(1, least));
      }
      assertEquals(error, found.squaredError(), 1e-3 * error);
    }
  }

  private static double squaredDistance(Dense x, int i, float[] shift, Dense w, int code) {
    double distance = 0;
    for (int j = 0; j < x.cols(); j++) {
      double beside = x.get(i, j) - shift[j];
      for (int k = 0; k < K; k++) {
        beside -= (code >> k & 1) * w.get(k, j);
      }
      distance += beside * beside;
    }
    return distance;
  }
}

package org.latentfeature.columns.cumulant;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;

/** Cumulants along directions are those of the definition, and Gaussian noise has none. */
final class SignalRowsTest {

  private static final int K = 3;
  private static final double[] PREVALENCE = {.5, .3, .1};

  private interface Use {
    Dense of(SignalRows rows);
  }

  private static Dense with(Matrix y, Use use) {
    try (Backend backend = Backends.open("java", 1).backend();
        SignalRows rows = new SignalRows(backend, y, StopSignal.NEVER)) {
      return use.of(rows);
    }
  }

  private static Dense normal(int rows, int cols, long seed) {
    Dense a = new Dense(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        a.set(i, j, CounterRandom.normal(seed, i, j));
      }
    }
    return a;
  }

  /** y = Bᵀ(z − π) + C e, less its mean. */
  private static Matrix mixed(int n, Dense b, Dense c) {
    Matrix y = Matrix.allocate(n, K);
    double[] mean = new double[K];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < K; j++) {
        double sum = 0;
        for (int k = 0; k < K; k++) {
          double z = CounterRandom.uniform(1, i, k) < PREVALENCE[k] ? 1 : 0;
          sum += (z - PREVALENCE[k]) * b.get(k, j) + c.get(k, j) * CounterRandom.normal(2, i, k);
        }
        y.set(i, j, (float) sum);
        mean[j] += sum / n;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < K; j++) {
        y.set(i, j, (float) (y.get(i, j) - mean[j]));
      }
    }
    return y;
  }

  @Test
  void theyAreThoseOfTheDefinition() {
    int n = 50;
    Matrix y = mixed(n, normal(K, K, 3), normal(K, K, 4));
    Dense v = normal(2, K, 5);
    Dense third = with(y, rows -> rows.cumulants(v).third());
    Dense fourth = with(y, rows -> rows.cumulants(v).fourth());
    assertArrayEquals(fourth.values(), with(y, rows -> rows.fourth(v)).values(), 1e-6);
    for (int m = 0; m < 2; m++) {
      for (int j = 0; j < K; j++) {
        double cube = 0;
        double square = 0;
        double variance = 0;
        double covariance = 0;
        for (int i = 0; i < n; i++) {
          double t = 0;
          for (int k = 0; k < K; k++) {
            t += y.get(i, k) * v.get(m, k);
          }
          square += t * t * y.get(i, j) / n;
          cube += t * t * t * y.get(i, j) / n;
          variance += t * t / n;
          covariance += t * y.get(i, j) / n;
        }
        assertEquals(square, third.get(m, j), 1e-4);
        assertEquals(cube - 3 * variance * covariance, fourth.get(m, j), 1e-4);
      }
    }
  }

  /** Σ κ b_k (b_k·v)^(r−1), with noise that has another variance in each direction. */
  @Test
  void theyAreTheFeaturesAloneWhateverTheNoise() {
    Dense b = normal(K, K, 6);
    Dense noise = normal(K, K, 7);
    for (int i = 0; i < noise.values().length; i++) {
      noise.values()[i] *= .3;
    }
    Matrix y = mixed(300_000, b, noise);
    Dense v = normal(1, K, 8);
    Dense third = with(y, rows -> rows.cumulants(v).third());
    Dense fourth = with(y, rows -> rows.cumulants(v).fourth());
    for (int j = 0; j < K; j++) {
      double of3 = 0;
      double of4 = 0;
      for (int k = 0; k < K; k++) {
        double p = PREVALENCE[k];
        double along = b.rowDot(k, v, 0);
        of3 += p * (1 - p) * (1 - 2 * p) * along * along * b.get(k, j);
        of4 += p * (1 - p) * (1 - 6 * p * (1 - p)) * along * along * along * b.get(k, j);
      }
      assertEquals(of3, third.get(0, j), .01 * (1 + Math.abs(of3)), "third, " + j);
      assertEquals(of4, fourth.get(0, j), .01 * (1 + Math.abs(of4)), "fourth, " + j);
    }
  }
}

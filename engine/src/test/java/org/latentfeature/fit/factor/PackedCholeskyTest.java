package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;

class PackedCholeskyTest {

  private static final double TOLERANCE = 1e-9;

  /** R Rᵀ for an n×m matrix of random numbers. */
  private static Dense gram(int n, int m) {
    Dense r = new Dense(n, m);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        r.set(i, j, CounterRandom.uniform(1, i, j) - .5);
      }
    }
    return r.timesTransposed(r);
  }

  private static void load(Dense a, PackedCholesky into) {
    int at = 0;
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j <= i; j++) {
        into.triangle()[at++] = a.get(i, j);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 13})
  void solvesOneMatrixAfterAnother(int n) {
    PackedCholesky packed = new PackedCholesky(n);
    for (int more = 0; more < 2; more++) {
      Dense a = gram(n, n + 2 + more);
      load(a, packed);
      assertTrue(packed.factor(TOLERANCE));
      double[] x = new double[n];
      double[] b = new double[n];
      for (int i = 0; i < n; i++) {
        x[i] = i - 1.5;
        for (int j = 0; j < n; j++) {
          b[i] += a.get(i, j) * (j - 1.5);
        }
      }
      packed.solve(b);
      assertArrayEquals(x, b, 1e-6);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 13})
  void dependentColumnsAreToldOf(int n) {
    PackedCholesky packed = new PackedCholesky(n);
    load(gram(n, n - 1), packed);
    assertFalse(packed.factor(TOLERANCE));
    load(new Dense(n, n), packed);
    assertFalse(packed.factor(TOLERANCE));
  }
}

package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricEigenvaluesTest {

  @Test
  void aDiagonalIsItsOwnSpectrum() {
    double[] values = {3, -2, 0, 3, 1e-8, 7, -2};
    Dense a = new Dense(values.length, values.length);
    for (int i = 0; i < values.length; i++) {
      a.set(i, i, values[i]);
    }
    assertArrayEquals(new double[] {7, 3, 3, 1e-8, 0, -2, -2}, SymmetricEigenvalues.of(a), 1e-15);
    assertArrayEquals(new double[3], SymmetricEigenvalues.of(new Dense(3, 3)));
    assertArrayEquals(
        new double[] {-5}, SymmetricEigenvalues.of(Dense.wrap(1, 1, new double[] {-5})));
  }

  /** The second difference has eigenvalues 2 − 2cos(jπ/(n+1)). */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 57})
  void theSecondDifferenceHasAClosedForm(int n) {
    Dense a = new Dense(n, n);
    double[] expected = new double[n];
    for (int i = 0; i < n; i++) {
      a.set(i, i, 2);
      if (i > 0) {
        a.set(i, i - 1, -1);
        a.set(i - 1, i, -1);
      }
      expected[i] = 2 - 2 * Math.cos((n - i) * Math.PI / (n + 1));
    }
    assertArrayEquals(expected, SymmetricEigenvalues.of(a), 1e-13);
  }

  /** Q from Householder reflections; eigenvalues repeated, of both signs and of 12 magnitudes. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 24, 61})
  void aRotatedDiagonalKeepsItsSpectrum(int n) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = i % 4 == 3 ? values[i - 1] : Math.pow(10, -12.0 * i / n) * (i % 3 == 2 ? -1 : 1);
    }
    Dense a = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      a.set(i, i, values[i]);
    }
    for (int reflection = 0; reflection < 3; reflection++) {
      a = reflected(a, RandomDense.normal(n, 1, 10 + reflection));
    }
    double[] before = a.values().clone();
    double[] actual = SymmetricEigenvalues.of(a);
    assertArrayEquals(before, a.values(), "the argument is left as it is");
    Arrays.sort(values);
    for (int i = 0; i < n; i++) {
      assertEquals(values[n - 1 - i], actual[i], 1e-13);
    }
  }

  /** H A H, H = I − 2uuᵀ/uᵀu. */
  private static Dense reflected(Dense a, Dense u) {
    int n = a.rows();
    Dense h = new Dense(n, n);
    double squared = u.squaredNorm();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        h.set(i, j, (i == j ? 1 : 0) - 2 * u.get(i, 0) * u.get(j, 0) / squared);
      }
    }
    return RandomDense.product(h, RandomDense.product(a, h));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 33, 80})
  void traceAndSumOfSquaresAreKept(int n) {
    Dense a = RandomDense.definite(n, 5);
    double trace = 0;
    for (int i = 0; i < n; i++) {
      trace += a.get(i, i);
    }
    double[] values = SymmetricEigenvalues.of(a);
    assertEquals(trace, Arrays.stream(values).sum(), 1e-12 * trace);
    double squares = Arrays.stream(values).map(v -> v * v).sum();
    assertEquals(a.squaredNorm(), squares, 1e-12 * squares);
    for (int i = 1; i < n; i++) {
      assertTrue(values[i] <= values[i - 1], "largest first");
    }
  }
}

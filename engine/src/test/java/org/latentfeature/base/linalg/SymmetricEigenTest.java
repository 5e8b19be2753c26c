package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricEigenTest {

  private static SymmetricEigen leading(Dense a, int k) {
    return SymmetricEigen.leading(a, k, () -> {});
  }

  /** A v = λ v, orthonormal, and the values those that are computed alone. */
  private static void check(Dense a, int k, double tolerance) {
    SymmetricEigen pairs = leading(a, k);
    Dense v = pairs.vectors();
    assertArrayEquals(
        Arrays.copyOf(SymmetricEigenvalues.of(a), k), pairs.values(), tolerance, "values");
    Dense image = v.times(a);
    Dense gram = v.timesTransposed(v);
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < a.rows(); j++) {
        assertEquals(pairs.values()[i] * v.get(i, j), image.get(i, j), tolerance);
      }
      for (int j = 0; j < k; j++) {
        assertEquals(i == j ? 1 : 0, gram.get(i, j), 1e-13);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 17, 64})
  void pairsOfRandomMatrices(int n) {
    Dense b = RandomDense.normal(n, n, n);
    check(b.plus(b.transpose()), n, 1e-11);
    check(b.plus(b.transpose()), (n + 1) / 2, 1e-11);
  }

  /** A projection: two values, each many times. */
  @Test
  void repeatedValues() {
    Dense q = Orthonormal.rows(RandomDense.normal(5, 20, 1), 0);
    check(q.transpose().times(q), 9, 1e-13);
  }

  @Test
  void diagonalAndZeroMatrices() {
    Dense a = new Dense(4, 4);
    check(a, 4, 0);
    for (int i = 0; i < 4; i++) {
      a.set(i, i, new double[] {2, -7, 3, 0}[i]);
    }
    check(a, 2, 0);
    assertArrayEquals(new double[] {3, 2}, leading(a, 2).values());
  }

  @Test
  void extremeScalesNeitherOverflowNorVanish() {
    for (double scale : new double[] {1e-200, 1e200}) {
      Dense a = Dense.wrap(2, 2, new double[] {2 * scale, scale, scale, 2 * scale});
      assertEquals(3, leading(a, 2).values()[0] / scale, 1e-14);
    }
  }
}

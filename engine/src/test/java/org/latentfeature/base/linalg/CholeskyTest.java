package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CholeskyTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9, 31})
  void factorsAndSolves(int n) {
    Dense a = RandomDense.definite(n, n);
    Cholesky cholesky = Cholesky.of(RandomDense.lowerOnly(a));
    Dense l = cholesky.lower();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        assertEquals(0, l.get(i, j));
      }
    }
    RandomDense.assertClose(a, RandomDense.product(l, l.transpose()), 1e-12);

    Dense solution = RandomDense.normal(n, 3, 7);
    Dense right = RandomDense.product(a, solution);
    assertSame(right, cholesky.solve(right), "in place");
    RandomDense.assertClose(solution, right, 1e-11);
    Dense half = RandomDense.product(l, solution);
    assertSame(half, cholesky.solveLower(half), "in place");
    RandomDense.assertClose(solution, half, 1e-11);
  }

  @Test
  void whatIsNotDefiniteIsRefused() {
    Dense indefinite = Dense.wrap(2, 2, new double[] {1, 2, 2, 1});
    ArithmeticException e = assertThrows(ArithmeticException.class, () -> Cholesky.of(indefinite));
    assertTrue(String.valueOf(e.getMessage()).contains("pivot 1"), e.getMessage());
    assertThrows(ArithmeticException.class, () -> Cholesky.of(new Dense(1, 1)));
    Dense nan = Dense.wrap(1, 1, new double[] {Double.NaN});
    assertThrows(ArithmeticException.class, () -> Cholesky.of(nan));
  }
}

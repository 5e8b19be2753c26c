package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PivotedCholeskyTest {

  /** The Gram matrix of n vectors in few dimensions. */
  @ParameterizedTest
  @CsvSource({"1, 1", "5, 5", "7, 3", "20, 13", "9, 1"})
  void gramMatricesOfDependentVectors(int n, int rank) {
    Dense a = RandomDense.normal(n, rank, 1);
    Dense gram = RandomDense.product(a, a.transpose());
    PivotedCholesky cholesky = PivotedCholesky.of(gram, 1e-9);
    assertEquals(rank, cholesky.rank());
    Dense f = cholesky.factor();
    assertEquals(rank, f.cols());
    RandomDense.assertClose(gram, RandomDense.product(f, f.transpose()), 1e-10);

    Dense right = RandomDense.product(gram, RandomDense.normal(n, 4, 2));
    Dense y = cholesky.solve(right);
    RandomDense.assertClose(right, RandomDense.product(gram, y), 1e-8);
    int zeros = 0;
    for (int i = 0; i < n; i++) {
      zeros += y.rowNorm(i) == 0 ? 1 : 0;
    }
    assertEquals(n - rank, zeros, "dependent rows take no part");
    Dense wide = RandomDense.product(gram, RandomDense.normal(n, 30, 3));
    RandomDense.assertClose(cholesky.solve(wide), cholesky.solve(wide, Algebra.JAVA), 1e-8);
  }

  /** Columns of an incidence matrix that are equal, empty, and the sum of two others. */
  @Test
  void dependentColumnsOfZeroesAndOnes() {
    Dense z =
        Dense.wrap(
            4,
            6,
            new double[] {
              1, 0, 1, 0, 1, 0, //
              1, 0, 1, 0, 1, 1, //
              0, 1, 0, 0, 1, 0, //
              0, 1, 0, 0, 1, 1, //
            });
    Dense gram = RandomDense.product(z.transpose(), z);
    PivotedCholesky cholesky = PivotedCholesky.of(gram, 1e-9);
    assertEquals(3, cholesky.rank());
    Dense x = RandomDense.product(z, RandomDense.normal(6, 2, 3));
    Dense w = cholesky.solve(RandomDense.product(z.transpose(), x));
    RandomDense.assertClose(x, RandomDense.product(z, w), 1e-12);
  }

  /** In whatever units. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 1, 1e12})
  void theToleranceIsAShareOfTheLargestPivot(double size) {
    Dense diagonal = new Dense(4, 4);
    double[] pivots = {3e-8, 5, 2e-5, 1e-7};
    for (int i = 0; i < 4; i++) {
      diagonal.set(i, i, size * pivots[i]);
    }
    assertEquals(1, PivotedCholesky.of(diagonal, 1e-5).rank());
    assertEquals(2, PivotedCholesky.of(diagonal, 1e-6).rank());
    assertEquals(3, PivotedCholesky.of(diagonal, 1e-8).rank());
    assertEquals(4, PivotedCholesky.of(diagonal, 1e-9).rank());
  }

  @Test
  void nothingHasRankZero() {
    PivotedCholesky cholesky = PivotedCholesky.of(new Dense(3, 3), 1e-9);
    assertEquals(0, cholesky.rank());
    assertEquals(0, cholesky.factor().cols());
    assertArrayEquals(new double[6], cholesky.solve(RandomDense.normal(3, 2, 1)).values());
    assertEquals(0, PivotedCholesky.of(new Dense(0, 0), 1e-9).rank());
  }
}

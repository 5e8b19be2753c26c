package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  void nothingHasRankZero() {
    PivotedCholesky cholesky = PivotedCholesky.of(new Dense(3, 3), 1e-9);
    assertEquals(0, cholesky.rank());
    assertEquals(0, cholesky.factor().cols());
    assertArrayEquals(new double[6], cholesky.solve(RandomDense.normal(3, 2, 1)).values());
    assertEquals(0, PivotedCholesky.of(new Dense(0, 0), 1e-9).rank());
  }
}

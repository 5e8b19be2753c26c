package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Algebra} must do, at sizes on both sides of any cut between loops and BLAS. */
public abstract class AlgebraContract {

  private final Algebra algebra;

  /** A suite for {@code algebra}. */
  protected AlgebraContract(Algebra algebra) {
    this.algebra = algebra;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 27, 28, 61, 130})
  void productsAreThoseOfTheDefinition(int n) {
    // Not square, so that a swapped dimension shows.
    Dense a = RandomDense.normal(n, n + 2, 1);
    Dense b = RandomDense.normal(n + 2, n + 5, 2);
    double[] before = a.values().clone();
    Dense expected = RandomDense.product(a, b);
    RandomDense.assertClose(expected, algebra.multiply(a, b), 1e-11);
    RandomDense.assertClose(expected, algebra.multiplyTransposed(a, b.transpose()), 1e-11);
    RandomDense.assertClose(expected, algebra.transposedMultiply(a.transpose(), b), 1e-11);
    assertArrayEquals(before, a.values(), "arguments are left as they are");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 27, 28, 61, 130})
  void factorsOfADefiniteMatrix(int n) {
    Dense a = RandomDense.definite(n, 3);
    Dense lower = algebra.cholesky(RandomDense.lowerOnly(a));
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        assertEquals(0, lower.get(i, j), "above the diagonal");
      }
    }
    RandomDense.assertClose(a, RandomDense.product(lower, lower.transpose()), 1e-12);
    Dense solution = RandomDense.normal(n, n + 3, 4);
    Dense right = RandomDense.product(lower, solution);
    assertSame(right, algebra.solveLower(lower, right), "in place");
    RandomDense.assertClose(solution, right, 1e-10);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 27, 28, 61, 130})
  void solvesADefiniteSystem(int n) {
    Dense a = RandomDense.definite(n, 8);
    Dense lowerOnly = RandomDense.lowerOnly(a);
    double[] before = lowerOnly.values().clone();
    // One column, fewer than rows, more than rows.
    for (int m : new int[] {1, n / 2 + 1, n + 3}) {
      Dense solution = RandomDense.normal(n, m, 9);
      Dense right = RandomDense.product(a, solution);
      double[] rightBefore = right.values().clone();
      RandomDense.assertClose(solution, algebra.solve(lowerOnly, right), 1e-9);
      assertArrayEquals(rightBefore, right.values(), "arguments are left as they are");
    }
    assertArrayEquals(before, lowerOnly.values(), "arguments are left as they are");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 27, 28, 32, 33, 61, 64, 65, 130})
  void eigenvaluesLargestFirst(int n) {
    Dense a = RandomDense.definite(n, 7);
    double[] before = a.values().clone();
    assertArrayEquals(SymmetricEigenvalues.of(a), algebra.eigenvalues(a), 1e-9 * n);
    assertArrayEquals(before, a.values(), "arguments are left as they are");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-200, 1e200})
  void eigenvaluesOfLowRank(double size) {
    int n = 70;
    Dense a = new Dense(n, n);
    // Two steps down and zeros: 40 of one block of ones, 30 of another, of which only the lower
    // half.
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        a.set(i, j, (i < 40) == (j < 40) ? size : 0);
      }
    }
    double[] expected = new double[n];
    expected[0] = 40 * size;
    expected[1] = 30 * size;
    assertArrayEquals(expected, algebra.eigenvalues(a), 1e-12 * size);
    assertArrayEquals(new double[n], algebra.eigenvalues(new Dense(n, n)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 27, 28, 61, 130})
  void whatIsNotDefiniteIsRefused(int n) {
    Dense a = RandomDense.definite(n, 5);
    a.set(n - 1, n - 1, -1);
    assertThrows(ArithmeticException.class, () -> algebra.cholesky(a));
    assertThrows(ArithmeticException.class, () -> algebra.solve(a, new Dense(n, 2)));
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 28})
  void nanIsRefused(int n) {
    Dense a = RandomDense.definite(n, 6);
    a.set(n - 1, 0, Double.NaN);
    assertThrows(ArithmeticException.class, () -> algebra.cholesky(a));
    assertThrows(ArithmeticException.class, () -> algebra.solve(a, new Dense(n, 2)));
  }
}

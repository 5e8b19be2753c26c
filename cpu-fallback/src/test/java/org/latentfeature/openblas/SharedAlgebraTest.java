package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.RandomDense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/** Operations that are large enough for threads to share; six panels of a factor and a part. */
final class SharedAlgebraTest {

  private static final int N = 401;

  /** Of a factor, whose panels are shared too. */
  private static final int ORDER = 801;

  private static final Dense DEFINITE = RandomDense.definite(ORDER, 3);

  private static Algebra algebra(int threads) {
    return new OpenBlasProvider().algebra(threads);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void productsInStripsOfRowsAndOfColumns(int threads) {
    Algebra algebra = algebra(threads);
    for (int[] size : new int[][] {{N, 95, 250}, {95, N, 250}, {30, 2000, 190}}) {
      Dense a = RandomDense.normal(size[0], size[2], 1);
      Dense b = RandomDense.normal(size[2], size[1], 2);
      Dense expected = Algebra.JAVA.multiply(a, b);
      RandomDense.assertClose(expected, algebra.multiply(a, b), 1e-10);
      RandomDense.assertClose(expected, algebra.multiplyTransposed(a, b.transpose()), 1e-10);
      RandomDense.assertClose(expected, algebra.transposedMultiply(a.transpose(), b), 1e-10);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void factorsAndSolutions(int threads) {
    Algebra algebra = algebra(threads);
    Dense a = DEFINITE.copy();
    Dense lower = algebra.cholesky(RandomDense.lowerOnly(a));
    RandomDense.assertClose(Algebra.JAVA.cholesky(a), lower, 1e-10);
    Dense b = RandomDense.normal(ORDER, 130, 4);
    RandomDense.assertClose(b, Algebra.JAVA.multiply(a, algebra.solve(a, b)), 1e-8);
    RandomDense.assertClose(
        b, Algebra.JAVA.multiply(lower, algebra.solveLower(lower, b.copy())), 1e-8);
  }

  /** In the first panel, in the last one, and only by what others take from it. */
  @ParameterizedTest
  @CsvSource({"0, -1", "127, -1", "128, -1", "400, 1e-9", "800, 1e-9"})
  void whatIsNotDefiniteIsToldByTheOrderOfItsMinor(int row, double diagonal) {
    Dense a = DEFINITE.copy();
    a.set(row, row, diagonal);
    ArithmeticException thrown =
        assertThrows(ArithmeticException.class, () -> algebra(2).cholesky(a));
    String message = String.valueOf(thrown.getMessage());
    assertTrue(message.contains("order %d is not".formatted(row + 1)), message);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 400, 800})
  void nanIsRefused(int col) {
    Dense a = DEFINITE.copy();
    a.set(ORDER - 1, col, Double.NaN);
    assertThrows(ArithmeticException.class, () -> algebra(2).cholesky(a));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void momentsOfManyRowsAndOfManyColumns(int threads) {
    for (Matrix x : List.of(generated(700, 260), generated(260, 700))) {
      Dense wide = x.toDense();
      try (Backend backend = new OpenBlasProvider().open(Resources.ofThreads(threads));
          ResidentRows rows = backend.load(x, 0, StopSignal.NEVER);
          Moments moments = rows.open(new Moments.Limits(), StopSignal.NEVER)) {
        RandomDense.assertClose(
            Algebra.JAVA.multiplyTransposed(wide, wide), moments.rowGram(), 1e-10);
        RandomDense.assertClose(
            Algebra.JAVA.transposedMultiply(wide, wide), moments.columnGram(), 1e-10);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void sameBitsEveryTime(int threads) {
    Dense a = RandomDense.definite(N, 7);
    Dense b = RandomDense.normal(N, N, 8);
    assertEquals(solved(threads, a, b), solved(threads, a, b));
  }

  private static List<Double> solved(int threads, Dense a, Dense b) {
    Algebra algebra = algebra(threads);
    return DoubleStream.of(algebra.solve(algebra.multiply(a, a), b).values()).boxed().toList();
  }

  private static Matrix generated(int rows, int cols) {
    return SyntheticProblem.dense(rows, cols, 6, 1, 1).x();
  }
}

package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.random.CounterRandom;

final class OrthonormalTest {

  private static Dense random(int rows, int cols) {
    Dense a = new Dense(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        a.set(i, j, CounterRandom.normal(3, i, j));
      }
    }
    return a;
  }

  private static void assertOrthonormal(Dense rows) {
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < rows.rows(); j++) {
        assertEquals(i == j ? 1 : 0, rows.rowDot(i, rows, j), 1e-12);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 3", "4, 9", "0, 5", "30, 31"})
  void basisAndComplementAreAllThereIs(int rows, int cols) {
    Dense a = random(rows, cols);
    Dense basis = Orthonormal.rows(a, 1e-9);
    assertEquals(rows, basis.rows());
    Dense complement = Orthonormal.complement(basis);
    assertEquals(cols - rows, complement.rows());
    assertOrthonormal(basis.appendRows(complement));
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < complement.rows(); j++) {
        assertEquals(0, a.rowDot(i, complement, j), 1e-10, "the basis spans the rows");
      }
    }
  }

  @Test
  void dependentRowsAddNothing() {
    Dense a = random(2, 6);
    Dense twice = a.appendRows(a).appendRows(new Dense(1, 6));
    assertEquals(2, Orthonormal.rows(twice, 1e-9).rows());
  }

  @Test
  void nearlyParallelRowsAreOrthogonalToWorkingPrecision() {
    Dense a = random(1, 50);
    Dense near = a.copy();
    near.set(0, 0, near.get(0, 0) + 1e-7);
    assertOrthonormal(Orthonormal.rows(a.appendRows(near), 1e-12));
  }

  /** Three distinct columns: rounding errors do not leave their three dimensions either. */
  @Test
  void roundingErrorsInTheSpanAddNothing() {
    Dense few = random(6, 3);
    Dense a = new Dense(6, 12);
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 12; j++) {
        a.set(i, j, few.get(i, j % 3));
      }
    }
    Dense basis = Orthonormal.rows(a, 0);
    assertEquals(3, basis.rows());
    assertOrthonormal(basis);
  }
}

package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DenseTest {

  /** Inner sizes of every remainder of the four rows that a product takes at once. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 2, 5", "5, 3, 1", "7, 4, 2", "2, 5, 7", "11, 13, 17", "4, 0, 3"})
  void productsAreThoseOfTheDefinition(int m, int k, int n) {
    Dense a = RandomDense.normal(m, k, 1);
    Dense b = RandomDense.normal(k, n, 2);
    Dense expected = RandomDense.product(a, b);
    RandomDense.assertClose(expected, a.times(b), 1e-13);
    RandomDense.assertClose(expected, a.timesTransposed(b.transpose()), 1e-13);
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "1, -1", "-1, 3", "2, 3", "2, -3", "0, 6"})
  void entriesOutsideAreNamedAndNeverThoseOfAnotherRow(int i, int j) {
    Dense a = RandomDense.normal(2, 3, 5);
    String expected = "entry (" + i + ", " + j + ") of a 2×3 matrix";
    assertEquals(
        expected, assertThrows(IndexOutOfBoundsException.class, () -> a.get(i, j)).getMessage());
    assertEquals(
        expected, assertThrows(IndexOutOfBoundsException.class, () -> a.set(i, j, 0)).getMessage());
    assertThrows(IndexOutOfBoundsException.class, () -> a.selectBlock(new int[] {0, j}));
    Dense wider = RandomDense.normal(2, 4, 6);
    assertThrows(IllegalArgumentException.class, () -> a.rowDot(0, wider, 0));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 2", "2, 7", "5, 8", "3, 11"})
  void rowsHaveInnerProductsAndNorms(int rows, int cols) {
    Dense a = RandomDense.normal(rows, cols, 3);
    Dense b = RandomDense.normal(rows, cols, 4);
    Dense products = RandomDense.product(a, b.transpose());
    Dense squares = RandomDense.product(a, a.transpose());
    double trace = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        assertEquals(products.get(i, j), a.rowDot(i, b, j), 1e-13);
      }
      assertEquals(Math.sqrt(squares.get(i, i)), a.rowNorm(i), 1e-13);
      trace += squares.get(i, i);
    }
    assertEquals(trace, a.squaredNorm(), 1e-12);
  }

  @Test
  void partsAreCopies() {
    Dense a = Dense.wrap(3, 3, new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
    int[] kept = {2, 0};
    Dense rows = a.selectRows(kept);
    Dense block = a.selectBlock(kept);
    Dense copy = a.copy();
    a.set(0, 0, -1);
    assertArrayEquals(new double[] {7, 8, 9, 1, 2, 3}, rows.values());
    assertArrayEquals(new double[] {9, 7, 3, 1}, block.values());
    assertEquals(1, copy.get(0, 0));
    Dense below = Dense.wrap(1, 3, new double[] {10, 11, 12});
    assertArrayEquals(new double[] {7, 8, 9, 1, 2, 3, 10, 11, 12}, rows.appendRows(below).values());
    assertArrayEquals(new double[] {10, 11, 12}, new Dense(0, 3).appendRows(below).values());
    assertArrayEquals(new double[] {9, 3, 7, 1}, block.transpose().values());
  }

  @Test
  void shapesThatDoNotFitAreRefused() {
    Dense a = new Dense(2, 3);
    assertThrows(IllegalArgumentException.class, () -> a.times(new Dense(2, 3)));
    assertThrows(IllegalArgumentException.class, () -> a.appendRows(new Dense(1, 2)));
    assertThrows(IllegalArgumentException.class, () -> Dense.wrap(2, 2, new double[3]));
    assertThrows(ArithmeticException.class, () -> new Dense(1 << 16, 1 << 16));
  }
}

package org.latentfeature.step.coding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.random.CounterRandom;

class SumTreeTest {

  /** Near sums, far outside them, and as near to two of them: the least code is taken. */
  @ParameterizedTest
  @CsvSource({"6, 1, .1", "9, 2, 1", "11, 3, .3", "10, 4, 20"})
  void theNearestOfAllSumsIsFound(int k, int d, double noise) {
    double[][] vectors = new double[k][d];
    for (int i = 0; i < k; i++) {
      for (int c = 0; c < d; c++) {
        // Twins, whose sums are equal.
        vectors[i][c] = i == 4 ? vectors[1][c] : CounterRandom.normal(5, i, c);
      }
    }
    SumTree.Search search = new SumTree(vectors).search();
    for (int row = 0; row < 300; row++) {
      double[] x = search.point();
      int near = (int) (CounterRandom.uniform(6, row, 0) * (1 << k));
      for (int c = 0; c < d; c++) {
        x[c] = sum(vectors, near, c) + noise * CounterRandom.normal(7, row, c);
      }
      int best = 0;
      for (int code = 1; code < 1 << k; code++) {
        best = distance(vectors, code, x) < distance(vectors, best, x) ? code : best;
      }
      assertEquals(best, search.nearest());
      assertEquals(distance(vectors, best, x), search.squaredDistance());
    }
  }

  @Test
  void treesAreForFewDimensionsAndNotTooManySums() {
    assertTrue(SumTree.isWorthwhile(12, 3));
    assertFalse(SumTree.isWorthwhile(3, 3));
    assertFalse(SumTree.isWorthwhile(12, 12));
    assertFalse(SumTree.isWorthwhile(30, 3));
    assertFalse(SumTree.isWorthwhile(12, 0));
  }

  /** In the order in which the tree adds, so that equal sums are equal here, too. */
  private static double sum(double[][] vectors, int code, int c) {
    double sum = 0;
    for (int i = vectors.length - 1; i >= 0; i--) {
      sum += (code >> i & 1) * vectors[i][c];
    }
    return sum;
  }

  private static double distance(double[][] vectors, int code, double[] x) {
    double squared = 0;
    for (int c = 0; c < x.length; c++) {
      double beside = x[c] - sum(vectors, code, c);
      squared += beside * beside;
    }
    return squared;
  }
}

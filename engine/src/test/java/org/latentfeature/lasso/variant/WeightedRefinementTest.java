package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.contract.SparseSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

class WeightedRefinementTest {

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Who keeps a refinement keeps its penalty. */
  @Test
  void aPenaltyIsThatOfACopy() {
    Matrix x = Matrix.of(new float[][] {{3, .5f}, {3.2f, .4f}, {0, 0}, {2.9f, .6f}});
    BinaryMatrix z =
        BinaryMatrix.ofColumns(4, List.of(BitVector.of(new boolean[] {true, true, false, true})));
    WeightedRefinement plain =
        new WeightedRefinement(
            x, EntryWeights.known(x, ones(4), ones(2)), false, false, 1, StopSignal.NEVER);
    double[] free = plain.fit(z).w().values().clone();
    WeightedRefinement sparse = plain.penalised(6);
    assertNotSame(plain, sparse);
    assertEquals(6, sparse.penalty());
    assertEquals(0, plain.penalty());
    // Soft thresholds: each of 3 rows adds a third of what all take off.
    assertEquals(free[0] - 2, sparse.fit(z).w().get(0, 0), 1e-6);
    assertEquals(0, sparse.fit(z).w().get(0, 1), 0);
    assertArrayEquals(free, plain.fit(z).w().values());
    assertEquals(0, sparse.penalised(0).penalty());
    assertEquals(6, sparse.penalty());
    assertTrue(sparse.fit(z).w().get(0, 0) < free[0] - 1);
  }

  /** Entries of 1e4 or more and noise near their last digit: X² is 1e14 times its square. */
  @Test
  void errorsOfSparseRowsFarFromZeroAreThoseOfDenseOnes() {
    int n = 3000;
    int d = 12;
    double[] rowWeights = ones(n);
    double[] fractions = ones(n);
    boolean[][] bits = new boolean[2][n];
    Matrix x = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      rowWeights[i] = i % 3;
      fractions[i] = .1 + CounterRandom.uniform(9, i, 0);
      for (int k = 0; k < 2; k++) {
        bits[k][i] = CounterRandom.uniform(7, i, k) < .5;
      }
      for (int j = 0; j < d; j++) {
        double mean = 1e4 + (bits[0][i] ? 3 + j : 0) + (bits[1][i] && j % 2 == 0 ? 2e4 : 0);
        x.set(i, j, j == 5 ? 0 : (float) (mean + .002 * CounterRandom.normal(8, i, j)));
      }
    }
    BinaryMatrix z = BinaryMatrix.ofColumns(n, Arrays.stream(bits).map(BitVector::of).toList());
    for (double[] rows : List.of(ones(n), rowWeights, fractions)) {
      EntryWeights weights = EntryWeights.known(x, rows, ones(d));
      WeightedRefinement dense =
          new WeightedRefinement(x, weights, false, true, 2, StopSignal.NEVER);
      WeightedRefinement sparse =
          new WeightedRefinement(SparseSource.of(x), weights, false, true, 2, StopSignal.NEVER);
      Solution fit = dense.fit(z);
      double expected = dense.weighted(fit);
      assertEquals(expected, sparse.weighted(fit), 1e-7 * expected);
      Solution own = sparse.fit(z);
      assertEquals(dense.weighted(own), own.cost(), 1e-7 * own.cost());
      // The double that is nearest to a solution costs as much as the dense fit's.
      assertEquals(fit.cost(), own.cost(), 1e-3 * fit.cost());
    }
  }
}

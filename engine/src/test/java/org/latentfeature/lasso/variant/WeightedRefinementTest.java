package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.progress.StopSignal;
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
}

package org.latentfeature.columns.cumulant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

final class TwoGroupsTest {

  /** Whichever sign the direction has, the smaller group is the one of larger values. */
  @ParameterizedTest
  @ValueSource(doubles = {.03, .25, .5, .9})
  void valuesAreToldApartHalfWay(double p) {
    int n = 2000;
    boolean[] z = new boolean[n];
    int ones = 0;
    for (int i = 0; i < n; i++) {
      z[i] = CounterRandom.uniform(1, i, 0) < p;
      ones += z[i] ? 1 : 0;
    }
    double share = (double) ones / n;
    Matrix along = Matrix.allocate(n, 2);
    for (int i = 0; i < n; i++) {
      double t =
          ((z[i] ? 1 : 0) - share) / Math.sqrt(share * (1 - share))
              + .1 * CounterRandom.normal(2, i, 0);
      along.set(i, 0, (float) t);
      along.set(i, 1, (float) -t);
    }
    TwoGroups groups = TwoGroups.of(along);
    BitVector truth = BitVector.of(z);
    for (int k = 0; k < 2; k++) {
      int differs = groups.columns().get(k).distance(truth);
      assertTrue(differs == 0 || differs == n, "direction " + k + ": " + differs);
      assertTrue(p == .5 || groups.columns().get(k).count() <= n / 2);
    }
    assertEquals(0, groups.unclear());
  }

  @Test
  void aNormalDistributionHasNoTwoGroups() {
    Matrix along = Matrix.allocate(3000, 1);
    for (int i = 0; i < 3000; i++) {
      along.set(i, 0, (float) CounterRandom.normal(3, i, 0));
    }
    TwoGroups groups = TwoGroups.of(along);
    assertEquals(1, groups.unclear());
    assertFalse(groups.clear().get(0));
  }
}

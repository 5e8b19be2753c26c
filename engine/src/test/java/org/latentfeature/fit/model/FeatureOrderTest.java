package org.latentfeature.fit.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;

/** Features of a model are numbered by what they explain. */
class FeatureOrderTest {

  @Test
  void whatExplainsMostIsFirst() {
    Dense w = Dense.wrap(4, 2, new double[] {1, 0, 3, 4, 0, 0, 0, 5});
    // 100, 75, 0, 250
    assertArrayEquals(new int[] {3, 0, 1, 2}, FeatureOrder.of(w, new double[] {100, 3, 7, 10}));
  }

  @Test
  void equalOnesKeepTheirOrder() {
    Dense w = Dense.wrap(3, 1, new double[] {2, 0, -2});
    assertArrayEquals(new int[] {0, 2, 1}, FeatureOrder.of(w, new double[] {5, 9, 5}));
    assertArrayEquals(new int[0], FeatureOrder.of(new Dense(0, 3), new double[0]));
  }
}

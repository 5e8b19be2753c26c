package org.latentfeature.fit.identifiability;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;

class DictionaryRankTest {

  private static Dense normal(int rows, int cols, Random random) {
    Dense w = new Dense(rows, cols);
    for (int at = 0; at < w.values().length; at++) {
      w.values()[at] = random.nextGaussian();
    }
    return w;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 6, 9})
  void aProductHasTheRankOfItsInnerSize(int inner) {
    Random random = new Random(inner);
    Dense w = normal(9, inner, random).times(normal(inner, 12, random));
    assertEquals(inner, DictionaryRank.of(w));
    // No more than there are columns, however many rows.
    assertEquals(Math.min(inner, 4), DictionaryRank.of(w.times(normal(12, 4, random))));
  }

  @Test
  void theScaleOfAFeatureHasNoSay() {
    double[] values = {1, 0, 0, 0, 1e-200, 1e-200, 0, 3e-9, 4e-9, 1e200, 0, 1e200};
    Dense w = Dense.wrap(4, 3, values);
    double[] before = values.clone();
    assertEquals(3, DictionaryRank.of(w));
    assertEquals(3, DictionaryRank.of(w.selectRows(new int[] {0, 1, 2})));
    assertArrayEquals(before, values);
  }

  /** The sum of two features, as near as single precision has it. */
  @Test
  void roundingMakesNoRank() {
    Random random = new Random(5);
    Dense w = normal(3, 50, random);
    for (int j = 0; j < w.cols(); j++) {
      w.set(2, j, (float) (w.get(0, j) + w.get(1, j)));
    }
    assertEquals(2, DictionaryRank.of(w));
    w.set(2, 7, w.get(2, 7) + 1e-3);
    assertEquals(3, DictionaryRank.of(w));
  }

  @Test
  void aFeatureOfZerosAddsNothing() {
    assertEquals(1, DictionaryRank.of(Dense.wrap(3, 2, new double[] {0, 0, 1, 2, 0, 0})));
    assertEquals(0, DictionaryRank.of(new Dense(2, 3)));
  }
}

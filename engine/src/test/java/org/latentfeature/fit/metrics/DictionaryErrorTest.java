package org.latentfeature.fit.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;

final class DictionaryErrorTest {

  private static final Dense TRUTH = Dense.wrap(2, 3, new double[] {1, 2, 3, 4, 5, 6});

  @Test
  void theOrderDoesNotMatter() {
    assertEquals(0, DictionaryError.of(TRUTH, TRUTH.selectRows(new int[] {1, 0})));
    Dense near = Dense.wrap(2, 3, new double[] {4, 5, 8, 1, 2, 2});
    assertEquals((4 + 1) / 6.0, DictionaryError.of(TRUTH, near));
  }

  /** Pairing each with its nearest in turn would take the first for both. */
  @Test
  void theSumIsLeastNotEach() {
    Dense truth = Dense.wrap(2, 1, new double[] {0, 1});
    Dense found = Dense.wrap(2, 1, new double[] {.9, 3});
    assertEquals((.81 + 4) / 2, DictionaryError.of(truth, found), 1e-12);
  }

  @Test
  void whatIsMissingCountsWhole() {
    assertEquals((1 + 4 + 9) / 6.0, DictionaryError.of(TRUTH, TRUTH.selectRows(new int[] {1})));
    assertThrows(
        IllegalArgumentException.class,
        () -> DictionaryError.of(TRUTH.selectRows(new int[] {0}), TRUTH));
  }
}

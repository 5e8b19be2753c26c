package org.latentfeature.fit.estimator;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.data.Matrix;

class SampleSizeTest {

  private static final Matrix X = Matrix.allocate(9, 2);

  @Test
  void aSampleHasAsManyRowsAsFeaturesOrMore() {
    for (int rows = 5; rows <= 9; rows++) {
      SampleSize size = SampleSize.of(rows);
      assertEquals(rows < 9, size.isSample(X, 5), "all rows are no sample of them");
      assertDoesNotThrow(() -> size.requireSample(5));
    }
    for (int rows = 1; rows < 5; rows++) {
      SampleSize size = SampleSize.of(rows);
      String expected =
          "a sample of %d rows has fewer rows than the 5 features asked for".formatted(rows);
      assertEquals(expected, refusal(() -> size.isSample(X, 5)));
      assertEquals(expected, refusal(() -> size.requireSample(5)));
    }
  }

  /** Smaller than the first sample that would grow. */
  @Test
  void smallDataAreFittedWhole() {
    assertFalse(SampleSize.USUAL.isSample(X, 5));
    assertFalse(SampleSize.AUTO.isSample(X, 5));
    assertFalse(SampleSize.ALL.isSample(X, 5));
    assertTrue(refusal(() -> SampleSize.ALL.requireSample(5)).contains("takes a sample"));
  }

  private static String refusal(Runnable of) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, of::run).getMessage());
  }
}

package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class DescentShapeTest {

  private static final int TURING = 64 << 10;

  @Test
  void fewFeaturesLeaveRoomForTheGramMatrix() {
    assertEquals(new DescentShape(8, 1, true), DescentShape.of(35, TURING));
  }

  @Test
  void manyFeaturesReadItFromTheCacheInstead() {
    assertEquals(new DescentShape(8, 1, false), DescentShape.of(200, TURING));
  }

  @Test
  void itNeverAsksForMoreThanThereIs() {
    for (int k = 1; k < 5000; k += 7) {
      assertTrue(DescentShape.of(k, TURING).bytes(k) <= TURING, k + " features");
      if (k < 3200) {
        assertTrue(DescentShape.known(k, TURING).bytes(k) <= TURING, k + " features");
      }
    }
  }

  /**
   * Where entries are missing a warp has a Gram matrix of its own, of which it keeps the diagonal.
   */
  @Test
  void rowsOfTheirOwnKeepADiagonalEach() {
    assertEquals(new DescentShape(8, 2, false), DescentShape.known(35, TURING));
    assertEquals(
        DescentShape.known(35, TURING).bytes(35),
        new DescentShape(8, 1, false).bytes(35) + 8 * 35 * Double.BYTES);
  }

  @Test
  void tooManyAreRefusedWithBothNumbers() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> DescentShape.of(20_000, TURING));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("20,000") && message.contains("65,536"), message);
  }
}

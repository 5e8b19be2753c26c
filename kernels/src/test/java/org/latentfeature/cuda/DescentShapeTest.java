package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(ints = {64, 99, 163, 227})
  void itNeverAsksForMoreThanThereIs(int kibibytes) {
    int most = kibibytes << 10;
    for (int k = 1; k < 50 * kibibytes; k++) {
      assertTrue(DescentShape.of(k, most).bytes(k) <= most, k + " features");
      assertTrue(DescentShape.known(k, most).bytes(k) <= most, k + " features");
      DescentShape soft = DescentShape.soft(k, most);
      assertTrue(soft.bytes(k) <= most, k + " features");
      int before = 2 * soft.warps() * k + (soft.gramShared() ? k * k : 0);
      assertTrue(soft.bytes(k) >= (before + 8) * Double.BYTES, k + " features, sums of 8 warps");
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

package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpectralFloorTest {

  @Test
  void theFloorIsTheTailOfTheSpectrum() {
    SpectralFloor floor = new SpectralFloor(new double[] {8, 4, 2, 1}, 10);
    assertEquals(15, floor.squaredError(0));
    assertEquals(7, floor.squaredError(1));
    assertEquals(1, floor.squaredError(3));
    assertEquals(0, floor.squaredError(4));
    assertEquals(0, floor.squaredError(9));
  }

  /** K of D dimensions are fitted besides: at K = 2 of 10 the truth leaves 10/8 of the floor, 3. */
  @Test
  void itIsReachedByWhatTheTruthLeaves() {
    SpectralFloor floor = new SpectralFloor(new double[] {8, 4, 2, 1}, 10);
    assertTrue(floor.isReached(3, 2));
    assertTrue(floor.isReached(3 * 10 / 8.0, 2));
    assertFalse(floor.isReached(3 * 10 / 8.0 * 1.01, 2));
  }

  @Test
  void withoutNoiseOnlyNothingReachesIt() {
    SpectralFloor floor = new SpectralFloor(new double[] {8, 4, 0, 0}, 10);
    assertTrue(floor.isReached(0, 2));
    assertFalse(floor.isReached(1e-9, 2));
  }

  @Test
  void asManyFeaturesAsColumnsProveNothingUnlessNoErrorIsLeft() {
    SpectralFloor floor = new SpectralFloor(new double[] {8, 4}, 2);
    assertFalse(floor.isReached(1e-9, 2));
    assertFalse(floor.isReached(1e-9, 3));
    assertTrue(floor.isReached(0, 2));
    assertTrue(floor.isReached(1e-13, 2), "rounding");
    assertFalse(floor.isReached(0, 3), "more features than the rank of X");
  }

  /** Infinitely many Z with more columns than the rank of X leave no error. */
  @Test
  void aboveTheRankNothingIsReached() {
    SpectralFloor floor = new SpectralFloor(new double[] {8, 4, 1e-15}, 3);
    assertTrue(floor.isReached(0, 2));
    assertFalse(floor.isReached(0, 3));
  }

  @Test
  void anUnknownFloorIsReachedByNothing() {
    SpectralFloor floor = SpectralFloor.unknown(10);
    for (int k = 1; k < 5; k++) {
      assertTrue(Double.isNaN(floor.squaredError(k)), "K = " + k);
      assertFalse(floor.isReached(0, k), "K = " + k);
    }
  }
}

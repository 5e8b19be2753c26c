package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GavishDonohoTest {

  /** Their table: the threshold is 2.86 medians of square data, and 2.1711 at β = ½. */
  @Test
  void theThresholdIsThatOfTheirTable() {
    assertEquals(1, GavishDonoho.count(new double[] {2.9, 1, 1, 1, .5}, 5, 5));
    assertEquals(0, GavishDonoho.count(new double[] {2.8, 1, 1, 1, .5}, 5, 5));
    assertEquals(1, GavishDonoho.count(new double[] {.5, 1, 1, 2.2, 1}, 5, 10));
    assertEquals(0, GavishDonoho.count(new double[] {.5, 1, 1, 2.1, 1}, 5, 10));
    assertEquals(1, GavishDonoho.count(new double[] {.5, 1, 1, 2.2, 1}, 10, 5));
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTwo() {
    assertEquals(1, GavishDonoho.count(new double[] {8.7, 4, 2, 1}, 4, 4));
    assertEquals(0, GavishDonoho.count(new double[] {8.5, 4, 2, 1}, 4, 4));
  }

  @Test
  void withoutNoiseEveryValueStandsOut() {
    assertEquals(2, GavishDonoho.count(new double[] {3, 1e-3, 0, 0, 0}, 5, 9));
  }
}

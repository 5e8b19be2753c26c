package org.latentfeature.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void bestAndMedianOfWhatThereIs() {
    assertEquals(new Spread(1, 2, 3), Spread.of(new double[] {3, 1, 2}).orElseThrow());
    assertEquals(new Spread(1, 2.5, 4), Spread.of(new double[] {4, 3, 1, 2}).orElseThrow());
    assertEquals(new Spread(7, 7, 1), Spread.of(new double[] {Double.NaN, 7}).orElseThrow());
    assertTrue(Spread.of(new double[] {Double.NaN}).isEmpty());
  }

  @Test
  void numbersAreShort() {
    assertEquals("0", Words.error(0));
    assertEquals("0.1000", Words.error(.1));
    assertEquals("0.01234", Words.error(.012341));
    assertEquals("0.000123", Words.error(.0001234));
    assertEquals("1.2e-05", Words.error(1.23e-5));
    assertEquals("–", Words.error(Double.NaN));
    assertEquals("+2.13 %", Words.percent(.0213));
    assertEquals("+215 %", Words.percent(2.15));
    assertEquals("0.12", Words.seconds(.123));
    assertEquals("12.3", Words.seconds(12.34));
  }
}

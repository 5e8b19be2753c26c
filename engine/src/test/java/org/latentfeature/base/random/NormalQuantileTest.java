package org.latentfeature.base.random;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalQuantileTest {

  /** R's {@code qnorm}. */
  @ParameterizedTest
  @CsvSource({
    ".5, 0",
    ".6, .2533471031",
    ".975, 1.9599639845",
    ".99, 2.3263478740",
    ".001, -3.0902323062",
    "1e-9, -5.9978070150"
  })
  void tables(double p, double x) {
    assertEquals(x, NormalQuantile.of(p), 1e-7);
    assertEquals(-x, NormalQuantile.of(1 - p), 1e-7);
  }
}

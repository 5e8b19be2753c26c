package org.latentfeature.base.random;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChiSquaredTest {

  /** Printed tables: probability 0.5, 0.95, 0.99. */
  @ParameterizedTest
  @CsvSource({
    "0, 20, 19.337",
    "1.6448536, 20, 31.410",
    "2.3263479, 20, 37.566",
    "2.3263479, 30, 50.892",
    "1.6448536, 50, 67.505",
    "2.3263479, 50, 76.154",
    "2.3263479, 100, 135.807"
  })
  void quantilesOfPrintedTables(double normal, int freedom, double expected) {
    assertEquals(expected, ChiSquared.quantile(normal, freedom), 1e-3 * expected);
  }

  /** Printed tables: probability 0.5, 0.95. */
  @ParameterizedTest
  @CsvSource({"0, 1, 0.455", "1.6448536, 1, 3.841", "0, 3, 2.366", "1.6448536, 3, 7.815"})
  void fewDegreesAreNear(double normal, int freedom, double expected) {
    assertEquals(expected, ChiSquared.quantile(normal, freedom), .04 * expected);
  }
}

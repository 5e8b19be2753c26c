package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MeterProblemTest {

  @Test
  void appliancesAreOnInRuns() {
    SyntheticProblem meter = new MeterProblem(4000, 2, 6, 5, 3).inMemory();
    for (int k = 0; k < 6; k++) {
      BitVector column = meter.z().column(k);
      int switches = 0;
      for (int i = 1; i < 4000; i++) {
        switches += column.get(i) == column.get(i - 1) ? 0 : 1;
      }
      assertTrue(switches > 2 && switches < 120, "" + switches);
      double watts = Math.max(meter.w().get(k, 0), meter.w().get(k, 1));
      assertTrue(meter.w().get(k, 0) > 0 && watts <= 2500, "" + watts);
    }
  }

  @Test
  void rowsAreSumsAndNoise() {
    SyntheticProblem meter = new MeterProblem(3000, 3, 5, 5, 4).inMemory();
    double squares = 0;
    for (int i = 0; i < 3000; i++) {
      for (int d = 0; d < 3; d++) {
        double rest = meter.x().get(i, d);
        for (int k : meter.z().columnsOf(i)) {
          rest -= meter.w().get(k, d);
        }
        squares += rest * rest;
      }
    }
    assertEquals(5, Math.sqrt(squares / 9000), .15);
  }

  @Test
  void seedsDecide() {
    float first = new MeterProblem(50, 2, 3, 5, 4).inMemory().x().get(49, 1);
    assertEquals(first, new MeterProblem(50, 2, 3, 5, 4).inMemory().x().get(49, 1));
    assertNotEquals(first, new MeterProblem(50, 2, 3, 5, 5).inMemory().x().get(49, 1));
    assertThrows(IllegalArgumentException.class, () -> new MeterProblem(2, 2, 3, 5, 4));
  }
}

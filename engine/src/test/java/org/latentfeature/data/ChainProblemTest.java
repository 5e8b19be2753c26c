package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ChainProblemTest {

  /** Features switch seldom: on in one row of 50 to 200, off in one of 33 to 200. */
  @Test
  void featuresAreOnInRuns() {
    int rows = 40_000;
    SyntheticProblem chain = new ChainProblem(rows, 3, 6, .1, 3).inMemory();
    for (BitVector column : chain.z().columns()) {
      double on = column.count();
      int starts = 0;
      int ends = 0;
      for (int i = 1; i < rows; i++) {
        starts += column.get(i) && !column.get(i - 1) ? 1 : 0;
        ends += !column.get(i) && column.get(i - 1) ? 1 : 0;
      }
      assertEquals(.0125, starts / (rows - on), .0105, "rate of switching on");
      assertEquals(.0175, ends / on, .0155, "rate of switching off");
    }
  }

  @Test
  void rowsAreSumsAndNoise() {
    SyntheticProblem chain = new ChainProblem(3000, 4, 5, 2.5, 4).inMemory();
    double squares = 0;
    for (int i = 0; i < 3000; i++) {
      for (int d = 0; d < 4; d++) {
        double rest = chain.x().get(i, d);
        for (int k : chain.z().columnsOf(i)) {
          rest -= chain.w().get(k, d);
        }
        squares += rest * rest;
      }
    }
    assertEquals(2.5, Math.sqrt(squares / 12_000), .06);
    assertTrue(chain.w().squaredNorm() > 5);
  }

  @Test
  void parametersAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> new ChainProblem(2, 2, 3, .1, 4));
    assertThrows(IllegalArgumentException.class, () -> new ChainProblem(20, 2, 3, -1, 4));
  }
}

package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FiniteCheckTest {

  @Test
  void narrowsWithTheScale() {
    assertEquals(2.5f, FiniteCheck.narrow(5, .5, false, 0, 0, "X"));
    assertEquals(1f, FiniteCheck.narrow(1e300, 1e-300, false, 0, 0, "X"));
    Failures.assertSays(
        () -> FiniteCheck.narrow(1e30, 1e10, false, 4, 5, "X"),
        "row 5, column 6",
        "1.0E30",
        "1.0E10");
  }
}

package org.latentfeature.evidence.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RiskPageTest {

  @Test
  void aPowerHasItsExponentAsSlope() {
    double[] x = {1, 2, 4, 9};
    assertEquals("-1.00", RiskPage.slope(x, new double[] {3, 1.5, .75, 1 / 3.}));
    assertEquals("-0.50", RiskPage.slope(x, new double[] {1, Math.sqrt(.5), -.01, 1 / 3.}));
    assertEquals("–", RiskPage.slope(x, new double[] {1, -1, 0, -2}));
  }
}

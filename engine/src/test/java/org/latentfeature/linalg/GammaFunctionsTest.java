package org.latentfeature.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GammaFunctionsTest {

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5723649429247001, -1.9635100260214235",
    "1, 0, -0.5772156649015329",
    "2, 0, 0.42278433509846713",
    "10, 12.801827480081469, 2.2517525890667211",
    "0.001, 6.907178885383854, -1000.5755719318103",
  })
  void knownValues(double x, double logGamma, double digamma) {
    assertEquals(logGamma, GammaFunctions.logGamma(x), 1e-14 * (1 + Math.abs(logGamma)));
    assertEquals(digamma, GammaFunctions.digamma(x), 1e-14 * (1 + Math.abs(digamma)));
  }

  @Test
  void factorials() {
    double log = 0;
    for (int n = 1; n < 200; n++) {
      assertEquals(log, GammaFunctions.logGamma(n), 1e-13 * (1 + log));
      log += Math.log(n);
    }
  }

  @Test
  void theDerivativeIsTheDigamma() {
    double h = 1e-4;
    for (double x = 0.05; x < 50; x *= 1.3) {
      double slope =
          (GammaFunctions.logGamma(x + h * x) - GammaFunctions.logGamma(x - h * x)) / (2 * h * x);
      assertEquals(GammaFunctions.digamma(x), slope, 1e-6 * (1 + 1 / x));
    }
  }

  @Test
  void positiveOnly() {
    assertThrows(IllegalArgumentException.class, () -> GammaFunctions.logGamma(0));
    assertThrows(IllegalArgumentException.class, () -> GammaFunctions.digamma(-1));
  }
}

package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.random.RandomStream;

class GammaFunctionsTest {

  private static final double PRECISION = 1e-14;

  private static void assertClose(double expected, double actual) {
    assertEquals(expected, actual, PRECISION * Math.max(1, Math.abs(expected)));
  }

  /** To 18 digits, by arithmetic of 25. */
  @ParameterizedTest
  @CsvSource({
    "1e-300, -9.99999999999999975e299, 690.775527898213705",
    "1e-10, -10000000000.5772153, 23.0258509298827352",
    "0.00390625, -256.570808418864648, 5.54293522181960133",
    "0.25, -4.22745353337626541, 1.28802252469807746",
    "0.75, -1.08586087978647217, 0.203280951431295371",
    "1, -0.577215664901532861, 0",
    "1.4616321449683623, 0, -0.121486290535849608",
    "2, 0.422784335098467139, 0",
    "9.99, 2.25070037283120112, 12.7793152143501934",
    "10, 2.25175258906672111, 12.8018274800814696",
    "10.01, 2.25280370031813574, 12.8243502624482473",
    "37.5, 3.61094834459633841, 97.5217752228882042",
    "1000, 6.90725519564881205, 5905.22042320918121",
    "1e6, 13.8155100579641908, 12815504.5691476117",
    "1e15, 34.5387763949106848, 33538776394910668.9",
    "1e300, 690.775527898213705, 6.89775527898213741e302"
  })
  void tabulatedValues(double x, double digamma, double lnGamma) {
    assertClose(digamma, GammaFunctions.digamma(x));
    assertClose(lnGamma, GammaFunctions.lnGamma(x));
  }

  @Test
  void logFactorials() {
    double sum = 0;
    for (int n = 1; n < 200; n++) {
      assertClose(sum, GammaFunctions.lnGamma(n));
      sum += Math.log(n);
    }
  }

  @Test
  void harmonicNumbers() {
    double sum = GammaFunctions.digamma(1);
    for (int n = 1; n < 200; n++) {
      assertClose(sum, GammaFunctions.digamma(n));
      sum += 1.0 / n;
    }
  }

  /** Γ(x + 1) = x Γ(x), and Legendre's formula for Γ(2x), over 16 orders of magnitude. */
  @Test
  void recurrenceAndDuplication() {
    RandomStream random = new RandomStream(1, "gamma");
    for (int t = 0; t < 2000; t++) {
      double x = Math.pow(10, -8 + 16 * random.nextDouble());
      double ln = GammaFunctions.lnGamma(x);
      double psi = GammaFunctions.digamma(x);
      assertClose(ln + Math.log(x), GammaFunctions.lnGamma(x + 1));
      assertClose(GammaFunctions.digamma(x + 1), psi + 1 / x, Math.max(1, 1 / x));
      assertClose(
          GammaFunctions.lnGamma(2 * x),
          ln + GammaFunctions.lnGamma(x + .5) - .5 * Math.log(Math.PI) + (2 * x - 1) * Math.log(2),
          Math.max(10, Math.abs(2 * x * Math.log(x))));
      assertClose(
          2 * GammaFunctions.digamma(2 * x),
          psi + GammaFunctions.digamma(x + .5) + 2 * Math.log(2),
          Math.max(1, 1 / x));
    }
  }

  /** The recurrence would not end far below 0. */
  @Test
  void belowZeroItIsNotKnown() {
    assertThrows(IllegalArgumentException.class, () -> GammaFunctions.lnGamma(-1e300));
  }

  /** To the precision of the largest term, {@code size}, or of the sum. */
  private static void assertClose(double expected, double actual, double size) {
    assertEquals(expected, actual, PRECISION * Math.max(size, Math.abs(expected)));
  }
}

package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HypergeometricTest {

  private static final int ALL = 11;

  /** Every set of n of 11 rows is drawn once, of which the first rows have the feature. */
  @Test
  void probabilitiesAreThoseOfAllDraws() {
    for (int n = 1; n < ALL; n++) {
      for (int have = 0; have <= ALL; have++) {
        int[] draws = new int[n + 1];
        int count = 0;
        for (int set = 0; set < 1 << ALL; set++) {
          if (Integer.bitCount(set) == n) {
            draws[Integer.bitCount(set & ((1 << have) - 1))]++;
            count++;
          }
        }
        double below = 0;
        for (int x = 0; x <= n; x++) {
          below += (double) draws[x] / count;
          double above = 1 - below + (double) draws[x] / count;
          if (draws[x] > 0) {
            assertEquals(
                Math.min(1, 2 * Math.min(below, above)),
                Hypergeometric.twoSided(x, n, have, ALL),
                1e-12,
                "%d of %d, %d of %d".formatted(x, n, have, ALL));
          }
        }
      }
    }
  }

  @Test
  void farCountsOfManyRowsAreSmallAndFinite() {
    double p = Hypergeometric.twoSided(60_000, 100_000, 500_000, 1_000_000);
    assertTrue(p >= 0 && p < 1e-300, () -> "p " + p);
    // Three standard deviations of 150 above 50,000, whose two normal tails are .0027.
    assertEquals(.0027, Hypergeometric.twoSided(50_450, 100_000, 500_000, 1_000_000), 2e-4);
  }
}

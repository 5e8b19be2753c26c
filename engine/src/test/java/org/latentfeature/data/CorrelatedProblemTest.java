package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class CorrelatedProblemTest {

  @Test
  void rowsOfWHaveTheirNormAndTheNoiseItsDeviation() {
    SyntheticProblem p = new CorrelatedProblem(4000, 30, 6, .4, 2, 1).inMemory();
    double squares = 0;
    for (int k = 0; k < 6; k++) {
      assertEquals(2, p.w().rowNorm(k), 1e-12);
    }
    for (int i = 0; i < 4000; i++) {
      for (int j = 0; j < 30; j++) {
        double e = p.x().get(i, j);
        for (int k = 0; k < 6; k++) {
          e -= p.z().get(i, k) ? p.w().get(k, j) : 0;
        }
        squares += e * e;
      }
    }
    assertEquals(.4, Math.sqrt(squares / 120_000), .005);
  }

  /** P(g ≥ ½) for g of mean .2 … .4 and variance below 1; and some two depend on each other. */
  @Test
  void featuresAreRareToMiddlingAndCorrelated() {
    double most = 0;
    for (long seed = 1; seed <= 5; seed++) {
      BinaryMatrix z = new CorrelatedProblem(20_000, 2, 6, 0, 1, seed).inMemory().z();
      for (int k = 0; k < 6; k++) {
        double p = z.column(k).count() / 20_000.0;
        assertTrue(p > .05 && p < .5, "seed " + seed + ", prevalence " + p);
        for (int l = 0; l < k; l++) {
          double q = z.column(l).count() / 20_000.0;
          double both = z.column(k).dot(z.column(l)) / 20_000.0;
          most = Math.max(most, Math.abs(both - p * q) / Math.sqrt(p * (1 - p) * q * (1 - q)));
        }
      }
    }
    assertTrue(most > .2 && most < .9, "correlation " + most);
  }

  @Test
  void equalOnesAreEqual() {
    CorrelatedProblem p = new CorrelatedProblem(70, 5, 3, .1, 1, 9);
    assertEquals(p.inMemory().z(), p.inMemory().z());
    assertEquals(p.inMemory().x().get(69, 4), p.inMemory().x().get(69, 4));
  }

  @Test
  void rangesAreThoseOfADenseProblem() {
    assertThrows(IllegalArgumentException.class, () -> new CorrelatedProblem(5, 3, 6, .1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new CorrelatedProblem(5, 3, 2, -1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new CorrelatedProblem(5, 3, 2, 1, 0, 1));
  }
}

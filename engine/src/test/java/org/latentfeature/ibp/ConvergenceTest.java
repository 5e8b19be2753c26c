package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.random.RandomStream;

class ConvergenceTest {

  private static double[][] autoregressive(double by, int chains, int n) {
    RandomStream random = new RandomStream(1, "test");
    double[][] all = new double[chains][n];
    for (double[] chain : all) {
      double at = random.nextGaussian() / Math.sqrt(1 - by * by);
      for (int i = 0; i < n; i++) {
        at = by * at + random.nextGaussian();
        chain[i] = at;
      }
    }
    return all;
  }

  @Test
  void independentDrawsCountInFull() {
    Convergence of = Convergence.of(autoregressive(0, 4, 2000));
    assertEquals(1, of.splitRatio(), 0.01);
    assertEquals(8000, of.effective(), 800);
  }

  /** Draws of correlation ρ tell as much as n (1 − ρ)/(1 + ρ) independent ones. */
  @Test
  void correlatedDrawsCountLess() {
    Convergence of = Convergence.of(autoregressive(0.8, 4, 20_000));
    assertEquals(80_000 / 9.0, of.effective(), 1500);
  }

  @Test
  void chainsThatDifferDoNotAgree() {
    double[][] chains = autoregressive(0, 4, 500);
    Arrays.setAll(chains[3], i -> chains[3][i] + 3);
    assertTrue(Convergence.of(chains).splitRatio() > 1.2);
  }

  /** The one in the middle is in neither half: of {0, 2} and {4, 6}, W = 2 and B/n = 8. */
  @Test
  void halvesOfAnOddNumberOfDrawsAreOfOneLength() {
    double[][] even = {{0, 2, 4, 6}};
    assertEquals(Math.sqrt(4.5), Convergence.of(even).splitRatio(), 1e-12);
    double[][] odd = {{0, 2, 100, 4, 6}};
    assertEquals(Convergence.of(even), Convergence.of(odd));
  }

  @Test
  void chainsThatStandStill() {
    double[][] same = {{14, 14, 14, 14}, {14, 14, 14, 14}};
    assertEquals(1, Convergence.of(same).splitRatio());
    double[][] other = {{14, 14, 14, 14}, {15, 15, 15, 15}};
    assertEquals(Double.POSITIVE_INFINITY, Convergence.of(other).splitRatio());
  }

  @Test
  void tooFewDraws() {
    assertThrows(IllegalArgumentException.class, () -> Convergence.of(new double[][] {{1, 2, 3}}));
  }
}

package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.data.CorrelatedProblem.Codes;

final class CorrelatedProblemTest {

  @Test
  void rowsOfWHaveTheirNormAndTheNoiseItsDeviation() {
    SyntheticProblem p = new CorrelatedProblem(4000, 30, 6, .4, 2, Codes.ROUNDED, 1).inMemory();
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
      BinaryMatrix z =
          new CorrelatedProblem(20_000, 2, 6, 0, 1, Codes.ROUNDED, seed).inMemory().z();
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

  /** The frequencies of all codes are those of the density, summed here over x by its integral. */
  @Test
  void hiddenUnitsHaveTheLawOfTheirMachine() {
    int n = 200_000;
    for (long seed = 1; seed <= 3; seed++) {
      SyntheticProblem p = new CorrelatedProblem(n, 6, 3, .9, 2, Codes.RBM, seed).inMemory();
      double[] counts = counts(p.z());
      // ln p(z) less that of no feature is quadratic in z: singles give a, pairs the couplings.
      double[] a = new double[3];
      for (int k = 0; k < 3; k++) {
        double odds = counts[1 << k] / counts[0];
        assertTrue(odds > .24 && odds < .68, "m / (1 − m) is " + odds + ", seed " + seed);
        a[k] = Math.log(odds);
      }
      double[] density = new double[8];
      double sum = 0;
      for (int code = 0; code < 8; code++) {
        double exponent = 0;
        for (int k = 0; k < 3; k++) {
          for (int l = 0; l < k; l++) {
            double dot = 0;
            for (int j = 0; j < 6; j++) {
              dot += p.w().get(k, j) * p.w().get(l, j);
            }
            exponent += (code >> k & code >> l & 1) * dot / (.9 * .9);
          }
          exponent += (code >> k & 1) * a[k];
        }
        density[code] = Math.exp(exponent);
        sum += density[code];
      }
      for (int code = 0; code < 8; code++) {
        assertEquals(density[code] / sum, counts[code] / n, .006, "code " + code + " of " + seed);
      }
    }
  }

  private static double[] counts(BinaryMatrix z) {
    double[] counts = new double[1 << z.cols()];
    for (int i = 0; i < z.rows(); i++) {
      int code = 0;
      for (int k = 0; k < z.cols(); k++) {
        code |= z.get(i, k) ? 1 << k : 0;
      }
      counts[code]++;
    }
    return counts;
  }

  /** A unit is on, given the data of its row, with the probability of a machine's unit. */
  @Test
  void aUnitGivenItsRowIsLogisticInTheRow() {
    int n = 200_000;
    double sigma = .9;
    SyntheticProblem p = new CorrelatedProblem(n, 4, 2, sigma, 2, Codes.RBM, 4).inMemory();
    double[] counts = counts(p.z());
    double said = 0;
    double squares = 0;
    double off = 0;
    double bias = Math.log(counts[1] / counts[0]) - 2 * 2 / (2 * sigma * sigma);
    for (int i = 0; i < n; i++) {
      double product = 0;
      for (int j = 0; j < 4; j++) {
        product += p.w().get(0, j) * p.x().get(i, j);
      }
      double on = 1 / (1 + Math.exp(-bias - product / (sigma * sigma)));
      said += on;
      squares += on * on;
      off += p.z().get(i, 0) ? on : 0;
    }
    assertEquals(p.z().column(0).count(), said, .01 * n);
    // E[z p] = E[p²] where p is the probability of z given x.
    assertEquals(squares, off, .01 * n);
    assertTrue(squares > 1.2 * said * said / n, "rows tell their units apart");
  }

  @Test
  void exclusiveFeaturesAreOneARow() {
    int n = 50_000;
    BinaryMatrix z = new CorrelatedProblem(n, 3, 5, .1, 1, Codes.EXCLUSIVE, 2).inMemory().z();
    double least = 1;
    double most = 0;
    for (int k = 0; k < 5; k++) {
      double share = z.column(k).count() / (double) n;
      least = Math.min(least, share);
      most = Math.max(most, share);
    }
    assertTrue(least > .2 / 2 * .9 && most < .4 * 1.1, least + " to " + most);
    assertTrue(most > 1.05 * least, "the shares differ");
    for (int i = 0; i < n; i++) {
      int ones = 0;
      for (int k = 0; k < 5; k++) {
        ones += z.get(i, k) ? 1 : 0;
      }
      assertEquals(1, ones, "row " + i);
    }
  }

  @Test
  void anRbmNeedsNoiseAndFewUnits() {
    for (int[] wrong : new int[][] {{21, 1}, {3, 0}}) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> new CorrelatedProblem(50, 4, wrong[0], wrong[1], 1, Codes.RBM, 1));
      assertTrue(String.valueOf(e.getMessage()).startsWith(wrong[1] == 0 ? "sigma" : "features"));
    }
  }

  @Test
  void equalOnesAreEqual() {
    CorrelatedProblem p = new CorrelatedProblem(70, 5, 3, .1, 1, Codes.ROUNDED, 9);
    assertEquals(p.inMemory().z(), p.inMemory().z());
    assertEquals(p.inMemory().x().get(69, 4), p.inMemory().x().get(69, 4));
  }

  @Test
  void rangesAreThoseOfADenseProblem() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new CorrelatedProblem(5, 3, 6, .1, 1, Codes.ROUNDED, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> new CorrelatedProblem(5, 3, 2, -1, 1, Codes.ROUNDED, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> new CorrelatedProblem(5, 3, 2, 1, 0, Codes.ROUNDED, 1));
  }
}

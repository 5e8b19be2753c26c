package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigenvalues;

class KritchmanNadlerTest {

  private static double[] eigenvalues(Clipped problem) {
    Dense x = problem.x().toDense();
    int n = x.rows();
    int d = x.cols();
    double[] mean = new double[d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        mean[j] += x.get(i, j) / n;
      }
    }
    Dense covariance = x.transpose().times(x);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        covariance.set(i, j, covariance.get(i, j) / n - mean[i] * mean[j]);
      }
    }
    return SymmetricEigenvalues.of(covariance);
  }

  @ParameterizedTest
  @CsvSource({"1000, .1, 20", "1000, .4, 20", "1000, .8, 18", "3000, .8, 20"})
  void featuresAreCountedAndTheNoiseMeasured(int n, double sigma, int least) {
    int right = 0;
    for (int set = 0; set < 20; set++) {
      KritchmanNadler found =
          KritchmanNadler.of(eigenvalues(Clipped.of(n, 30, 6, 2, sigma, set)), n);
      assertTrue(found.components() <= 6, "set " + set);
      right += found.components() == 6 ? 1 : 0;
      assertEquals(sigma, Math.sqrt(found.variance()), 5 * sigma / Math.sqrt(48.0 * n));
    }
    assertTrue(right >= least, right + " of 20");
  }

  /** One known port reads α as a share, which lets noise in. */
  @Test
  void noiseAloneHasNoComponents() {
    int counted = 0;
    for (int set = 0; set < 100; set++) {
      double[] values = eigenvalues(Clipped.of(300, 20, 1, 0, 1, set));
      counted += KritchmanNadler.of(values, 300).components();
    }
    assertEquals(0, counted, 2, "of 100, one in 200 expected");
  }

  /** Without noise what is left is 0, and nothing is above it. */
  @Test
  void exactDataHaveTheirRank() {
    double[] values = {5, 3, 1, 0, 0, 0};
    KritchmanNadler found = KritchmanNadler.of(values, 100);
    assertEquals(3, found.components());
    assertEquals(0, found.variance());
    assertEquals(0, KritchmanNadler.variance(values, 100, 5));
  }

  /** The published recursion for one component, written out. */
  @Test
  void theNoiseOfOneComponentIsThatOfTheFormula() {
    double[] l = {4, 1.2, 1.1, .9, .8};
    int n = 50;
    double rest = Arrays.stream(l, 1, 5).sum();
    double s0 = rest / 4 / (1 - 1.0 / n);
    for (int round = 0; round < 30; round++) {
      double t = l[0] + s0 - 4.0 / n * s0;
      double rho = (t + Math.sqrt(t * t - 4 * l[0] * s0)) / 2;
      double s1 = (rest + l[0] - rho) / 4;
      if (Math.abs(s1 - s0) / s0 < 1e-5) {
        break;
      }
      s0 = s1;
    }
    assertEquals(s0, KritchmanNadler.variance(l, n, 1), 1e-15);
  }
}

package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;

class FactorNoiseTest {

  /** C = L Lᵀ + Ψ exactly, of which Ψ is identified. */
  @Test
  void aCovarianceOfFactorsGivesItsNoise() {
    int d = 12;
    Dense covariance = new Dense(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double common = Math.cos(i) * Math.cos(j) + Math.sin(2 * i) * Math.sin(2 * j);
        covariance.set(i, j, common + (i == j ? .1 * (i + 1) : 0));
      }
    }
    double[] psi = FactorNoise.of(covariance, 2, Algebra.JAVA, StopSignal.NEVER).variances();
    for (int j = 0; j < d; j++) {
      assertEquals(.1 * (j + 1), psi[j], .01 * (j + 1));
    }
  }

  /** No other variance of any column is likelier, which single steps take hundreds to come to. */
  @Test
  void variancesHaveTheMaximumLikelihood() {
    int d = 24;
    int k = 6;
    Drawn drawn = new Drawn(800, d, k, .4, 4).multiply();
    double[] squares = new double[d * d];
    for (double[] row : drawn.x) {
      for (int j = 0; j < d; j++) {
        row[j] += Math.exp(1 - j / 10.) * drawn.random.nextGaussian();
      }
      for (int e = 0; e < squares.length; e++) {
        squares[e] += row[e / d] * row[e % d] / 800;
      }
    }
    Dense covariance = Dense.wrap(d, d, squares);
    FactorNoise noise = FactorNoise.of(covariance, k, Algebra.JAVA, StopSignal.NEVER);
    double[] psi = noise.variances();
    assertTrue(noise.isDetermined());
    double least = discrepancy(covariance, psi, k);
    for (int j = 0; j < d; j++) {
      for (double factor : new double[] {.97, 1.03}) {
        double[] other = psi.clone();
        other[j] *= factor;
        assertTrue(discrepancy(covariance, other, k) > least, "column " + j);
      }
    }
  }

  /** Σ (λ − log λ − 1) of the eigenvalues of Ψ^−½ C Ψ^−½ after the first K. */
  private static double discrepancy(Dense covariance, double[] psi, int k) {
    int d = psi.length;
    Dense scaled = new Dense(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        scaled.set(i, j, covariance.get(i, j) / Math.sqrt(psi[i] * psi[j]));
      }
    }
    double[] values = Algebra.JAVA.eigenvalues(scaled);
    Arrays.sort(values);
    return Arrays.stream(values, 0, d - k).map(value -> value - Math.log(value) - 1).sum();
  }

  @Test
  void loudColumnsAreEstimatedFromData() {
    Drawn drawn = new Drawn(2000, 20, 4, .4, 3).multiply();
    for (double[] row : drawn.x) {
      for (int j = 0; j < 20; j++) {
        row[j] += 1e3 + (j < 5 ? 8 : .3) * drawn.random.nextGaussian();
      }
    }
    try (Backend backend = Backends.open("java", 1).backend()) {
      double[] psi = FactorNoise.of(backend, Matrix.of(drawn.x), 4, StopSignal.NEVER).variances();
      for (int j = 0; j < 20; j++) {
        assertEquals(j < 5 ? 8 : .3, Math.sqrt(psi[j]), j < 5 ? .6 : .04);
      }
    }
  }

  @Test
  void whatCannotBeEstimatedIsNamed() {
    Matrix x = Matrix.of(new Drawn(30, 28, 2, .4, 3).multiply().noise(.1).x);
    assertNull(FactorNoise.refusal(x, 2));
    assertNotNull(FactorNoise.refusal(x, 3));
    x.set(3, 4, Float.NaN);
    assertEquals("entries of X are missing", FactorNoise.refusal(x, 2));
  }
}

package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

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
    double[] psi = FactorNoise.variances(covariance, 2, Algebra.JAVA, StopSignal.NEVER);
    for (int j = 0; j < d; j++) {
      assertEquals(.1 * (j + 1), psi[j], .01 * (j + 1));
    }
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
      double[] psi = FactorNoise.variances(backend, Matrix.of(drawn.x), 4, StopSignal.NEVER);
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

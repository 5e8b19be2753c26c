package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

class ColumnEvidenceTest {

  private static final int N = 12;
  private static final int D = 4;

  /**
   * Compared with log N(x; 0, σx² I + σa² ZZᵀ) of every column, for columns of Z of which two are
   * equal, and means of X far from 0: what rounding leaves in a direction of no row must not become
   * likelihood, however large σa is.
   */
  @ParameterizedTest
  @CsvSource({"0, 1", "100, 1", "10000, 1", "0, 1e3", "10000, 1e6", "10000, 1e12"})
  void itIsTheLogDensityOfX(double mean, double features) {
    RandomStream random = new RandomStream(3, "evidence");
    Dense z = new Dense(N, 3);
    Dense x = new Dense(N, D);
    for (int i = 0; i < N; i++) {
      z.set(i, 0, 1);
      z.set(i, 1, i % 3 == 0 ? 1 : 0);
      z.set(i, 2, z.get(i, 1));
      for (int j = 0; j < D; j++) {
        x.set(i, j, mean + random.nextGaussian());
      }
    }
    Dense turned = z.transpose();
    Dense cross = turned.times(x);
    Evidence evidence =
        new ColumnEvidence(N, D, x.squaredNorm(), turned.times(z), cross.times(cross.transpose()));
    Scales scales = new Scales(1, features);
    double known = evidence.log(scales);
    assertTrue(known <= -.5 * N * D * Math.log(2 * Math.PI), "no density exceeds its peak");
    if (features <= 1e6) {
      assertEquals(density(x, z, scales), known, 1e-3 * Math.abs(known));
    }
  }

  private static double density(Dense x, Dense z, Scales scales) {
    Dense covariance = z.times(z.transpose());
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        double shared = scales.features() * scales.features() * covariance.get(i, j);
        covariance.set(i, j, shared + (i == j ? scales.noise() * scales.noise() : 0));
      }
    }
    Cholesky factor = Cholesky.of(covariance);
    Dense rest = factor.solveLower(x.copy());
    double log = -.5 * N * D * Math.log(2 * Math.PI) - .5 * rest.squaredNorm();
    for (int i = 0; i < N; i++) {
      log -= D * Math.log(factor.lower().get(i, i));
    }
    return log;
  }
}

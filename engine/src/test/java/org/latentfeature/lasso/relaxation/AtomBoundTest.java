package org.latentfeature.lasso.relaxation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;

final class AtomBoundTest {

  private static final int RANK = 8;

  /** By both proofs, from good vectors and from bad ones. */
  @Test
  void noBoundIsBelowTheMaximum() {
    double loosest = 0;
    for (int t = 0; t < 300; t++) {
      Matrix a = random(1 + t % 14, 1 + t % 9, t);
      double maximum = bruteForce(a);
      for (Dense sums : new Dense[] {swept(a, 1e-8), swept(a, 0.9), random(a.cols(), t)}) {
        AtomBound proven = bound(a, sums);
        AtomBound probable = AtomBound.of(RowPasses.of(a), sums, Algebra.JAVA, StopSignal.NEVER, 0);
        String figures = "problem " + t + ": " + proven + ", " + probable + ", " + maximum;
        assertTrue(proven.squared() >= maximum, figures);
        assertTrue(probable.squared() >= maximum, figures);
        assertEquals(0, proven.failure());
        assertTrue(probable.failure() > 0 && probable.failure() <= 1e-9);
      }
      loosest = Math.max(loosest, bound(a, swept(a, 1e-8)).squared() / maximum);
    }
    // Nesterov: the relaxation's value is at most π/2 times the maximum over signs.
    assertTrue(loosest <= Math.PI / 2, "loosest " + loosest);
  }

  /** What is proven comes to the relaxation's own value, from which the vectors stem. */
  @Test
  void goodVectorsProveTheRelaxationsValue() {
    Matrix a = random(120, 40, 1);
    AtomBound bound = bound(a, swept(a, 1e-9));
    assertEquals(1, bound.squared() / bound.relaxed(), 5e-3);
  }

  /** N far below D: the matrix of order N+1 is the one that is factored. */
  @Test
  void wideMatricesAreBounded() {
    for (int t = 0; t < 40; t++) {
      Matrix a = random(1 + t % 8, 30 + t, t);
      double maximum = bruteForce(a);
      AtomBound bound = bound(a, swept(a, 1e-8));
      assertTrue(bound.squared() >= maximum, bound + ", " + maximum);
      assertTrue(bound.squared() <= maximum * Math.PI / 2, bound + ", " + maximum);
    }
  }

  /** Of rank one the Lanczos steps end after the first. */
  @Test
  void matricesOfLowRankAreBoundedWithoutAProof() {
    Matrix a = Matrix.allocate(12, 9);
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < 9; j++) {
        a.set(i, j, (i - 4) * (j + 1));
      }
    }
    double maximum = bruteForce(a);
    AtomBound bound =
        AtomBound.of(RowPasses.of(a), swept(a, 1e-8), Algebra.JAVA, StopSignal.NEVER, 0);
    assertTrue(bound.squared() >= maximum, bound + ", " + maximum);
    assertTrue(bound.squared() <= 1.6 * maximum, bound + ", " + maximum);
  }

  /** Two opposite rows with equal vectors, whose sum is nothing. */
  @Test
  void vectorsThatCancelAreNoProof() {
    Matrix a = Matrix.of(new float[][] {{1, 2}, {-1, -2}});
    assertTrue(bound(a, new Dense(RANK, 2)).squared() >= 5);
  }

  @Test
  void rowsOfZerosAndZeroMatricesAreBounded() {
    Matrix a = random(9, 5, 2);
    a.setRow(3, new float[5]);
    assertTrue(bound(a, swept(a, 1e-6)).squared() >= bruteForce(a));
    Matrix zero = Matrix.allocate(4, 3);
    assertEquals(0, bound(zero, random(3, 3)).squared());
  }

  private static Matrix random(int n, int d, int seed) {
    Matrix a = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        // Rows of very different size, as residuals have.
        a.set(i, j, (float) (CounterRandom.normal(seed, i, j) * Math.exp(i % 5 - 2)));
      }
    }
    return a;
  }

  private static Dense random(int cols, long seed) {
    Dense sums = new Dense(RANK, cols);
    for (int k = 0; k < RANK; k++) {
      for (int j = 0; j < cols; j++) {
        sums.set(k, j, CounterRandom.normal(seed, k, j));
      }
    }
    return sums;
  }

  private static AtomBound bound(Matrix a, Dense sums) {
    return AtomBound.of(RowPasses.of(a), sums, Algebra.JAVA, StopSignal.NEVER);
  }

  private static Dense swept(Matrix a, double tolerance) {
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        Steps s = Steps.open(backend, a, new AtomSearch.Limits(1, RANK, 1, 1))) {
      s.sweep(RANK, tolerance, 2000, 3);
      return AtomBound.sums(RowPasses.of(a), s.vectors(), StopSignal.NEVER);
    }
  }

  private static double bruteForce(Matrix a) {
    double maximum = 0;
    for (int code = 1; code < 1 << a.rows(); code++) {
      double score = 0;
      for (int j = 0; j < a.cols(); j++) {
        double sum = 0;
        for (int i = 0; i < a.rows(); i++) {
          sum += (code >> i & 1) * (double) a.get(i, j);
        }
        score += sum * sum;
      }
      maximum = Math.max(maximum, score);
    }
    return maximum;
  }
}

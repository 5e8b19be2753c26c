package org.latentfeature.lasso.relaxation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigenvalues;
import org.latentfeature.base.random.CounterRandom;

final class LanczosTest {

  @Test
  void allStepsFindTheLargestEigenvalue() {
    for (int n = 1; n < 40; n++) {
      Dense a = gram(n, n);
      double expected = SymmetricEigenvalues.of(a)[0];
      assertEquals(expected, largest(a, n, 1).ritz(), 1e-9 * expected, "n " + n);
    }
  }

  @Test
  void fewStepsStayBelowAndTheirBoundAbove() {
    for (int t = 0; t < 300; t++) {
      Dense a = gram(60, t);
      double expected = SymmetricEigenvalues.of(a)[0];
      Lanczos.Estimate few = largest(a, 5 + t % 30, t);
      assertTrue(few.ritz() <= expected * (1 + 1e-12), "problem " + t);
      assertTrue(few.upperBound(1e-6) >= expected, "problem " + t);
    }
  }

  /** Few distinct eigenvalues: nothing is left to find after as many steps. */
  @Test
  void operatorsOfLowRankAreBoundedTightly() {
    Dense identity = new Dense(30, 30);
    Dense one = new Dense(30, 30);
    for (int i = 0; i < 30; i++) {
      identity.set(i, i, 2);
      for (int j = 0; j < 30; j++) {
        one.set(i, j, (i + 1) * (j + 1));
      }
    }
    for (Dense a : new Dense[] {identity, one}) {
      double expected = SymmetricEigenvalues.of(a)[0];
      Lanczos.Estimate found = largest(a, 300, 1);
      assertEquals(expected, found.ritz(), 1e-9 * expected);
      double bound = found.upperBound(1e-9);
      assertTrue(bound >= expected && bound <= 1.01 * expected, bound + " of " + expected);
    }
  }

  @Test
  void tooFewStepsBoundNothing() {
    assertEquals(Double.POSITIVE_INFINITY, largest(gram(50, 1), 2, 1).upperBound(1e-9));
  }

  private static Lanczos.Estimate largest(Dense a, int steps, long seed) {
    return Lanczos.largest(
        (x, into) -> {
          for (int i = 0; i < into.length; i++) {
            for (int j = 0; j < x.length; j++) {
              into[i] += a.get(i, j) * x[j];
            }
          }
        },
        a.rows(),
        steps,
        seed);
  }

  /** G Gᵀ with columns of falling size. */
  private static Dense gram(int n, int seed) {
    Dense g = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        g.set(i, j, CounterRandom.normal(seed, i, j) / (1 + j));
      }
    }
    return g.timesTransposed(g);
  }
}

package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.random.CounterRandom;

final class PolarTest {

  private static Dense random(int n, double scale) {
    Dense a = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a.set(i, j, scale * CounterRandom.normal(5, i, j));
      }
    }
    return a;
  }

  /** U Uᵀ = I, and M Uᵀ is symmetric and positive: then U is the polar factor. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 40})
  void itIsTheOrthogonalFactor(int n) {
    for (double scale : new double[] {1e-6, 1, 1e6}) {
      Dense m = random(n, scale);
      Dense u = Polar.factor(Algebra.JAVA, m);
      Dense unit = u.timesTransposed(u);
      Dense stretch = m.timesTransposed(u);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          assertEquals(i == j ? 1 : 0, unit.get(i, j), 1e-6);
          assertEquals(stretch.get(i, j), stretch.get(j, i), 1e-5 * scale * n);
        }
      }
      assertTrue(SymmetricEigenvalues.of(stretch)[n - 1] > 0);
    }
  }

  /** Its largest singular value is far above √3 times their mean square's root. */
  @Test
  void oneLargeDirectionDoesNoHarm() {
    Dense m = random(30, 0.01);
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 30; j++) {
        m.set(i, j, m.get(i, j) + 10);
      }
    }
    Dense u = Polar.factor(Algebra.JAVA, m);
    assertEquals(30, u.squaredNorm(), 1e-4);
  }

  @Test
  void nothingStaysNothing() {
    assertEquals(0, Polar.factor(Algebra.JAVA, new Dense(3, 3)).squaredNorm());
  }
}

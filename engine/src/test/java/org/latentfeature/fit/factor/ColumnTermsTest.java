package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;

/** Errors of a factorisation with an intercept. */
final class ColumnTermsTest {

  private static final int N = 2000;

  private static final int D = 500;

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(N, D, 4, .1, 2);

  private static long direct() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  /** X less b is as large as X; the error is that of each entry, also where some are missing. */
  @Test
  void theErrorWithAnInterceptNeedsNoCopyOfX() {
    double[] b = new double[D];
    for (int j = 0; j < D; j++) {
      b[j] = 1e4 * CounterRandom.normal(3, j, 0);
    }
    Dense w = PROBLEM.w();
    Matrix x = Matrix.allocate(N, D);
    double sum = 0;
    long known = 0;
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < D; j++) {
        float entry = (float) (b[j] + PROBLEM.x().get(i, j));
        boolean isMissing = (i + j) % 7 == 0;
        x.set(i, j, isMissing ? Float.NaN : entry);
        if (!isMissing) {
          double rest = entry - b[j];
          for (int k = 0; k < w.rows(); k++) {
            rest -= PROBLEM.z().get(i, k) ? w.get(k, j) : 0;
          }
          sum += rest * rest;
          known++;
        }
      }
    }
    x.facts();
    ColumnTerms terms = new ColumnTerms(b, null, Double.NaN);
    long before = direct();
    double rmse = terms.rmse(x, PROBLEM.z(), w);
    long taken = direct() - before;
    assertTrue(taken < (long) N * D * Float.BYTES, () -> taken + " bytes beside X");
    double expected = Math.sqrt(sum / known);
    assertEquals(expected, rmse, 1e-9 * expected);
  }
}

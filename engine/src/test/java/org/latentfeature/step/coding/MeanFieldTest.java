package org.latentfeature.step.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;

class MeanFieldTest {

  private static final double VARIANCE = .7;

  /** Features of different columns do not interact: the posterior is a product of its margins. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void exactWhereFeaturesDoNotMeet(boolean incomplete) {
    Dense w = new Dense(3, 12);
    for (int j = 0; j < 12; j++) {
      w.set(j / 4, j, CounterRandom.normal(5, 0, j));
    }
    double[] shares = {.1, .5, .8};
    for (int row = 0; row < 20; row++) {
      float[] x = row(12, row, incomplete);
      double[] q = {1, 0, 1};
      new MeanField(w, VARIANCE, shares).improve(x, q);
      assertArrayEquals(marginals(w, x, shares), q, 1e-9);
    }
  }

  /** Where features meet, the product of these margins has a higher bound than any earlier one. */
  @Test
  void noStartHasAHigherBound() {
    Dense w = new Dense(4, 6);
    for (int k = 0; k < 4; k++) {
      for (int j = 0; j < 6; j++) {
        w.set(k, j, CounterRandom.normal(6, k, j));
      }
    }
    double[] shares = {.2, .4, .5, .9};
    MeanField field = new MeanField(w, VARIANCE, shares);
    for (int row = 0; row < 20; row++) {
      float[] x = row(6, 100 + row, row % 2 == 0);
      double[] start = new double[4];
      for (int k = 0; k < 4; k++) {
        start[k] = CounterRandom.uniform(7, row, k);
      }
      double[] q = start.clone();
      field.improve(x, q);
      double bound = bound(w, x, shares, q);
      assertTrue(bound >= bound(w, x, shares, start));
      for (int k = 0; k < 4; k++) {
        double[] other = q.clone();
        other[k] = Math.min(.999, q[k] + .02);
        assertTrue(bound(w, x, shares, other) <= bound + 1e-3, "row " + row);
      }
      double evidence = evidence(w, x, shares);
      assertTrue(bound <= evidence + 1e-9, bound + " is a bound of " + evidence);
    }
  }

  @Test
  void withoutNoiseCodesStayAndWhatIsNotSeenIsAsLikelyAsInTheFit() {
    Dense w = Dense.wrap(3, 3, new double[] {1, 0, 0, 0, 2, 0, 0, 0, 3});
    double[] q = {0, 1, 1};
    new MeanField(w, 0, new double[] {.5, .5, .3}).improve(new float[] {1, 2, Float.NaN}, q);
    assertArrayEquals(new double[] {1, 1, .3}, q, 1e-12);
  }

  private static float[] row(int cols, int number, boolean incomplete) {
    float[] x = new float[cols];
    for (int j = 0; j < cols; j++) {
      x[j] = (float) CounterRandom.normal(8, number, j);
      if (incomplete && CounterRandom.uniform(9, number, j) < .4) {
        x[j] = Float.NaN;
      }
    }
    return x;
  }

  /** log p(x, z) but for a constant. */
  private static double joint(Dense w, float[] x, double[] shares, int code) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      if (!Float.isNaN(x[j])) {
        double left = x[j];
        for (int k = 0; k < w.rows(); k++) {
          left -= (code >> k & 1) * w.get(k, j);
        }
        sum -= left * left / (2 * VARIANCE);
      }
    }
    for (int k = 0; k < w.rows(); k++) {
      sum += Math.log((code >> k & 1) == 1 ? shares[k] : 1 - shares[k]);
    }
    return sum;
  }

  private static double evidence(Dense w, float[] x, double[] shares) {
    double sum = 0;
    for (int code = 0; code < 1 << w.rows(); code++) {
      sum += Math.exp(joint(w, x, shares, code));
    }
    return Math.log(sum);
  }

  private static double[] marginals(Dense w, float[] x, double[] shares) {
    double all = Math.exp(evidence(w, x, shares));
    double[] marginals = new double[w.rows()];
    for (int code = 0; code < 1 << w.rows(); code++) {
      for (int k = 0; k < w.rows(); k++) {
        marginals[k] += (code >> k & 1) * Math.exp(joint(w, x, shares, code)) / all;
      }
    }
    return marginals;
  }

  /** Σ q(z) (log p(x, z) − log q(z)), over all codes. */
  private static double bound(Dense w, float[] x, double[] shares, double[] q) {
    double sum = 0;
    double mass = 0;
    for (int code = 0; code < 1 << w.rows(); code++) {
      double p = 1;
      for (int k = 0; k < q.length; k++) {
        p *= (code >> k & 1) == 1 ? q[k] : 1 - q[k];
      }
      mass += p;
      sum += p == 0 ? 0 : p * (joint(w, x, shares, code) - Math.log(p));
    }
    assertEquals(1, mass, 1e-12);
    return sum;
  }
}

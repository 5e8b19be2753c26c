package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.random.NormalQuantile;
import org.latentfeature.base.random.RandomStream;

class TwoValueScoreTest {

  @Test
  void theTableIsTheDistribution() {
    assertEquals(.5, GaussianTable.cumulative(0), 1e-12);
    assertEquals(0, GaussianTable.cumulative(Double.NEGATIVE_INFINITY));
    assertEquals(1, GaussianTable.cumulative(Double.POSITIVE_INFINITY));
    for (double p = .0005; p < 1; p += .0005) {
      assertEquals(p, GaussianTable.cumulative(NormalQuantile.of(p)), 1e-9);
    }
  }

  private static float[] numbers(int n, long seed) {
    RandomStream random = new RandomStream(seed, "numbers");
    float[] t = new float[n];
    for (int i = 0; i < n; i++) {
      t[i] = (float) ((random.nextDouble() < .3 ? 1 : 0) + .2 * random.nextGaussian());
    }
    return t;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1009})
  void columnsAreSorted(int n) {
    float[] t = numbers(n, n);
    t[n / 2] = -0f;
    if (n > 2) {
      t[0] = 0;
      t[1] = Float.MAX_VALUE;
      t[2] = -Float.MAX_VALUE;
      t[3] = Float.MIN_VALUE;
    }
    float[] expected = t.clone();
    for (int i = 0; i < n; i++) {
      expected[i] += 0f;
    }
    Arrays.sort(expected);
    ColumnSort sort = new ColumnSort(n);
    sort.sort(t);
    assertArrayEquals(expected, t);
    sort.sort(t);
    assertArrayEquals(expected, t);
  }

  /** The largest gap between the two distribution functions, on both sides of each jump. */
  @Test
  void distancesAreThoseOfTheDefinition() {
    float[] t = numbers(211, 1);
    for (double s : new double[] {.05, .2, 3}) {
      double most = 0;
      for (double at : doubles(t)) {
        double f = 0;
        for (int side = 0; side < 2; side++) {
          f = .7 * phi(at / s) + .3 * phi((at - 1) / s);
          long upTo = 0;
          for (float other : t) {
            upTo += side == 0 ? (other <= at ? 1 : 0) : (other < at ? 1 : 0);
          }
          most = Math.max(most, Math.abs((double) upTo / t.length - f));
        }
      }
      float[] sorted = t.clone();
      Arrays.sort(sorted);
      assertEquals(most, TwoValueScore.distance(sorted, .3, s), 1e-6);
    }
  }

  private static double[] doubles(float[] t) {
    double[] all = new double[t.length];
    Arrays.setAll(all, i -> t[i]);
    return all;
  }

  /** Φ by 4000 trapezes. */
  private static double phi(double x) {
    double low = -9;
    double h = (Math.max(low, Math.min(9, x)) - low) / 4000;
    double sum = 0;
    for (int i = 0; i <= 4000; i++) {
      double at = low + i * h;
      sum += (i == 0 || i == 4000 ? .5 : 1) * Math.exp(-at * at / 2);
    }
    return sum * h / Math.sqrt(2 * Math.PI);
  }

  @Test
  void rightParametersScoreBest() {
    float[] t = numbers(2003, 2);
    Arrays.sort(t);
    double right = TwoValueScore.distance(t, .3, .2);
    assertEquals(0, right, 1.7 / Math.sqrt(2003));
    assertEquals(.2, TwoValueScore.distance(t, .5, .2), .03);
  }

  @Test
  void withoutNoiseTheDistanceFromNoughtAndOneCounts() {
    float[] t = {0, 1, 1.5f, -.5f};
    assertEquals(.25, TwoValueScore.deviation(t, 2));
    assertEquals(Double.POSITIVE_INFINITY, TwoValueScore.deviation(new float[] {.1f, .2f, .3f}, 2));
    assertEquals(Double.POSITIVE_INFINITY, TwoValueScore.deviation(new float[] {.9f, .8f, 1}, 2));
  }
}

package org.latentfeature.markov.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;

class WienerFilterTest {

  @ParameterizedTest
  @CsvSource({"1, 5, 5", "4, 1, 3", "9, 7, 7", "9, 6, 7", "16, 48, 48", "25, 13, 20"})
  void isTheFormula(int entries, int count, int most) {
    float[][] pilot = patches(count, entries, 30, 1);
    float[][] noisy = patches(count, entries, 40, 2);
    double variance = 150;
    WienerFilter filter = new WienerFilter(entries, most, 1.4, 0.07);
    filterAll(filter, patches(most, entries, 90, 3), patches(most, entries, 90, 4), 10);
    double share = filterAll(filter, pilot, noisy, variance);

    double[] mean = mean(pilot);
    Dense c = covariance(pilot, mean);
    Dense noiseToo = new Dense(entries, entries);
    for (int i = 0; i < entries; i++) {
      for (int j = 0; j < entries; j++) {
        c.set(i, j, 1.4 * c.get(i, j) + (i == j ? 0.07 * variance : 0));
        noiseToo.set(i, j, c.get(i, j) + (i == j ? variance : 0));
      }
    }
    // C (C + σ²I)⁻¹ is symmetric: both are polynomials of the covariance.
    Dense gain = Cholesky.of(noiseToo).solve(c);
    double trace = 0;
    for (int n = 0; n < count; n++) {
      float[] expected = new float[entries];
      for (int i = 0; i < entries; i++) {
        double x = mean[i];
        for (int j = 0; j < entries; j++) {
          x += gain.get(i, j) * (noisy[n][j] - mean[j]);
        }
        expected[i] = (float) x;
      }
      float[] actual = new float[entries];
      filter.get(n, actual);
      assertArrayEquals(expected, actual, 2e-3f);
    }
    for (int i = 0; i < entries; i++) {
      trace += gain.get(i, i);
    }
    assertEquals(trace / entries, share, 1e-5);
  }

  @Test
  void nearlyNoNoiseLeavesThePatchesAsTheyAre() {
    // The covariance has rank 5 of 16, and 10⁹ times the noise's variance.
    float[][] pilot = patches(6, 16, 100, 5);
    float[][] noisy = patches(6, 16, 100, 5);
    WienerFilter filter = new WienerFilter(16, 6, 1, 0);
    double share = filterAll(filter, pilot, noisy, 1e-5);
    assertTrue(share >= 0 && share <= 1, "share " + share);
    for (int n = 0; n < 6; n++) {
      float[] actual = new float[16];
      filter.get(n, actual);
      assertArrayEquals(noisy[n], actual, 0.05f);
    }
  }

  private static double filterAll(
      WienerFilter filter, float[][] pilot, float[][] noisy, double variance) {
    for (int n = 0; n < pilot.length; n++) {
      filter.set(n, pilot[n], noisy[n]);
    }
    return filter.filter(pilot.length, variance);
  }

  private static float[][] patches(int count, int entries, double sigma, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[][] out = new float[count][entries];
    for (float[] patch : out) {
      for (int i = 0; i < entries; i++) {
        patch[i] = (float) (100 + sigma * random.nextGaussian());
      }
    }
    return out;
  }

  private static double[] mean(float[][] patches) {
    double[] mean = new double[patches[0].length];
    for (float[] patch : patches) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += patch[i] / (double) patches.length;
      }
    }
    return mean;
  }

  private static Dense covariance(float[][] patches, double[] mean) {
    Dense c = new Dense(mean.length, mean.length);
    for (float[] patch : patches) {
      for (int i = 0; i < mean.length; i++) {
        for (int j = 0; j < mean.length; j++) {
          c.set(i, j, c.get(i, j) + (patch[i] - mean[i]) * (patch[j] - mean[j]) / patches.length);
        }
      }
    }
    return c;
  }
}

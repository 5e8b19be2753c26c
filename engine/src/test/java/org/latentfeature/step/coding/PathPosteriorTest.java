package org.latentfeature.step.coding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;
import org.latentfeature.markov.DenseGaussian;
import org.latentfeature.markov.Drawn;
import org.latentfeature.markov.MarkovParameters;

class PathPosteriorTest {

  private static final double PRECISION = 1e-9;

  private static PathPosterior posterior(MarkovParameters model) {
    return model.posterior(model.w().timesTransposed(model.w()));
  }

  /** More features than columns, one column, small and large noise, missing entries. */
  @ParameterizedTest
  @CsvSource({
    "7, 11, .09, 1, 0",
    "7, 11, .09, 1, .4",
    "12, 5, .5, .01, 0",
    "12, 5, .5, 30, .6",
    "3, 1, 2, 1, 0",
    "9, 23, 1e-4, 5, .3",
    "9, 23, 1e4, .2, .9"
  })
  void everythingIsAsTheDenseGaussianHasIt(
      int k, int d, double variance, double precision, double missing) {
    MarkovParameters model = Drawn.model(k, d, variance, precision, 3);
    int n = 60;
    Matrix x = Drawn.rows(n, d, missing, 4);
    Paths paths = Drawn.paths(n, k, Math.min(k, 8), 5);
    PathPosterior posterior = posterior(model);
    float[] row = new float[d];
    float[] clean = new float[d];
    for (int i = 0; i < n; i++) {
      x.getRow(i, row);
      int[] set = Drawn.features(paths, i);
      DenseGaussian exact = new DenseGaussian(row, set, model);
      posterior.take(row, paths, i);
      assertClose(exact.logLikelihood, posterior.logLikelihood(), 1 + sum(row) / variance);
      assertEquals(set.length, posterior.size());
      for (int a = 0; a < set.length; a++) {
        assertEquals(set[a], posterior.feature(a));
        assertClose(exact.mean[a], posterior.mean(a), 1);
        for (int c = 0; c < set.length; c++) {
          double second = exact.mean[a] * exact.mean[c] + exact.covariance.get(a, c);
          assertClose(second, posterior.secondMoment(a, c), 1);
        }
      }
      assertClose(exact.squaredError, posterior.squaredError(), 1 + sum(row));
      assertClose(exact.expectedSquaredError, posterior.expectedSquaredError(), 1 + sum(row));
      assertClose(sum(row), posterior.squaredNorm(), sum(row));
      assertEquals(known(row), posterior.known());
      assertEquals(known(row) == d, posterior.complete());
      posterior.reconstruct(clean);
      for (int p = 0; p < d; p++) {
        double expected = 0;
        for (int a = 0; a < set.length; a++) {
          expected += exact.mean[a] * model.w().get(set[a], p);
        }
        assertEquals(expected, clean[p], 1e-5 * (1 + Math.abs(expected)), "a missing entry too");
      }
    }
  }

  private static void assertClose(double expected, double actual, double size) {
    assertEquals(expected, actual, PRECISION * Math.max(size, Math.abs(expected)));
  }

  private static double sum(float[] row) {
    double sum = 0;
    for (float v : row) {
      sum += Float.isNaN(v) ? 0 : (double) v * v;
    }
    return sum;
  }

  private static int known(float[] row) {
    int known = 0;
    for (float v : row) {
      known += Float.isNaN(v) ? 0 : 1;
    }
    return known;
  }

  @Test
  void theOrderOfASetChangesNothing() {
    MarkovParameters model = Drawn.model(6, 9, .2, 1, 7);
    float[] row = new float[9];
    Drawn.rows(1, 9, .2, 8).getRow(0, row);
    PathPosterior one = posterior(model);
    PathPosterior other = posterior(model);
    int[] set = {4, 0, 5, 2};
    int[] shuffled = {2, 4, 5, 0};
    int[] place = {1, 3, 2, 0};
    one.take(row, set);
    other.take(row, shuffled);
    assertClose(one.logLikelihood(), other.logLikelihood(), 1);
    assertClose(one.expectedSquaredError(), other.expectedSquaredError(), 1);
    for (int a = 0; a < 4; a++) {
      assertClose(one.mean(a), other.mean(place[a]), 1);
      for (int c = 0; c < 4; c++) {
        assertClose(one.secondMoment(a, c), other.secondMoment(place[a], place[c]), 1);
      }
    }
  }

  /** A shorter path after a longer one, and a complete row after one with holes. */
  @Test
  void nothingOfAnEarlierRowIsLeft() {
    MarkovParameters model = Drawn.model(20, 9, .2, 1, 9);
    Matrix x = Drawn.rows(2, 9, .5, 10);
    float[] holes = new float[9];
    x.getRow(0, holes);
    float[] complete = holes.clone();
    for (int p = 0; p < 9; p++) {
      complete[p] = Float.isNaN(holes[p]) ? 1 : holes[p];
    }
    int[] set = {3, 8};
    PathPosterior used = posterior(model);
    used.take(holes, new int[] {19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9});
    assertFalse(used.complete());
    double before = used.secondMoment(0, 0);
    used.take(complete, set);
    PathPosterior fresh = posterior(model);
    fresh.take(complete, set);
    assertTrue(used.complete());
    assertEquals(fresh.logLikelihood(), used.logLikelihood(), 0);
    assertEquals(fresh.secondMoment(0, 1), used.secondMoment(0, 1), 0);
    assertTrue(before != used.secondMoment(0, 0));
    assertEquals(fresh.expectedSquaredError(), used.expectedSquaredError(), 0);
  }

  /** Features that are copies of each other, almost without noise: the worst condition. */
  @Test
  void equalFeaturesShareTheirCoefficient() {
    Dense w = new Dense(2, 3);
    for (int i = 0; i < 6; i++) {
      w.values()[i] = 1 + i % 3;
    }
    MarkovParameters model = new MarkovParameters(w, new Dense(3, 3), Drawn.prior(3, 1), 1e-12, 1);
    PathPosterior posterior = posterior(model);
    posterior.take(new float[] {2, 4, 6}, new int[] {0, 1});
    assertEquals(1, posterior.mean(0), 1e-3);
    assertEquals(1, posterior.mean(1), 1e-3);
    assertEquals(0, posterior.squaredError(), 1e-9);
    assertTrue(Double.isFinite(posterior.logLikelihood()));
    assertTrue(posterior.expectedSquaredError() >= 0);
  }
}

package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.coding.PathExpectation;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;

class PathStatisticsTest {

  private static final int N = 50;
  private static final int D = 7;
  private static final int K = 9;

  private final MarkovParameters model = Drawn.model(K, D, .3, 2, 1);
  private final Paths paths = Drawn.paths(N, K, 5, 2);

  private PathStatistics of(Matrix x, MarkovParameters parameters, int from, int to) {
    PathExpectation expectation =
        new PathExpectation(
            parameters.pathModel(new Dense(K + 1, K + 1), Orders.FOUND),
            parameters.w().timesTransposed(parameters.w()));
    PathStatistics sums = new PathStatistics(K, D);
    float[] row = new float[D];
    for (int i = from; i < to; i++) {
      x.getRow(i, row);
      expectation.take(row, paths, null, i);
      expectation.addTo(sums);
    }
    return sums;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, .4})
  void sumsAreThoseOfTheirDefinition(double missing) {
    Matrix x = Drawn.rows(N, D, missing, 3);
    Dense cross = new Dense(K, D);
    Dense moments = new Dense(K, K);
    Dense transitions = new Dense(K + 1, K + 1);
    double likelihood = 0;
    double error = 0;
    double expectedError = 0;
    long known = 0;
    float[] row = new float[D];
    for (int i = 0; i < N; i++) {
      x.getRow(i, row);
      int[] set = Drawn.features(paths, i);
      DenseGaussian exact = new DenseGaussian(row, set, model);
      likelihood += exact.logLikelihood;
      error += exact.squaredError;
      expectedError += exact.expectedSquaredError;
      int state = 0;
      for (int feature : set) {
        transitions.set(state, feature + 1, transitions.get(state, feature + 1) + 1);
        state = feature + 1;
      }
      transitions.set(state, 0, transitions.get(state, 0) + 1);
      for (int a = 0; a < set.length; a++) {
        double[] second = new double[set.length];
        for (int c = 0; c < set.length; c++) {
          second[c] = exact.mean[a] * exact.mean[c] + exact.covariance.get(a, c);
          moments.set(set[a], set[c], moments.get(set[a], set[c]) + second[c]);
        }
        for (int p = 0; p < D; p++) {
          // E[c_a x_p]: given what is known, x_p is W_Aᵀc and noise of its own.
          double product = 0;
          if (Float.isNaN(row[p])) {
            for (int c = 0; c < set.length; c++) {
              product += second[c] * model.w().get(set[c], p);
            }
          } else {
            product = exact.mean[a] * row[p];
          }
          cross.set(set[a], p, cross.get(set[a], p) + product);
        }
      }
      for (int p = 0; p < D; p++) {
        known += Float.isNaN(row[p]) ? 0 : 1;
      }
    }
    PathStatistics sums = of(x, model, 0, N);
    assertArrayEquals(cross.values(), sums.cross().values(), 1e-9);
    assertArrayEquals(moments.values(), sums.moments().values(), 1e-9);
    assertArrayEquals(transitions.values(), sums.transitions().values(), 0);
    assertEquals(likelihood, sums.logLikelihood(), 1e-9 * Math.abs(likelihood));
    assertEquals(error, sums.squaredError(), 1e-9 * error);
    assertEquals(expectedError, sums.expectedSquaredError(), 1e-9 * expectedError);
    assertEquals(known, sums.known());
    assertEquals(N, sums.rows());
    assertEquals(K, sums.used());
  }

  @Test
  void blocksAddUp() {
    Matrix x = Drawn.rows(N, D, .2, 3);
    PathStatistics all = of(x, model, 0, N);
    PathStatistics sum = of(x, model, 0, 17);
    sum.add(of(x, model, 17, 18));
    sum.add(of(x, model, 18, N));
    assertArrayEquals(all.cross().values(), sum.cross().values(), 1e-10);
    assertArrayEquals(all.moments().values(), sum.moments().values(), 1e-10);
    assertArrayEquals(all.transitions().values(), sum.transitions().values(), 0);
    assertEquals(all.logLikelihood(), sum.logLikelihood(), 1e-9);
    assertEquals(all.squaredError(), sum.squaredError(), 1e-9);
    assertEquals(all.expectedSquaredError(), sum.expectedSquaredError(), 1e-9);
    assertEquals(all.rows(), sum.rows());
    assertEquals(all.known(), sum.known());
    assertEquals(all.used(), sum.used());
  }

  @Test
  void aFeatureOfNoRowIsNotInUse() {
    PathStatistics first = of(Drawn.rows(N, D, 0, 3), model, 0, 1);
    assertEquals(0, first.used(), "the first path is empty");
    assertEquals(1, first.transitions().get(0, 0));
    assertEquals(0, first.moments().squaredNorm(), 0);
  }

  /** Given the paths, steps of W and of the noise are expectation-maximisation. */
  @ParameterizedTest
  @ValueSource(doubles = {0, .4, .8})
  void aStepRaisesTheLikelihood(double missing) {
    Matrix x = Drawn.rows(N, D, missing, 5);
    double eta = .7;
    NoiseStep noise = new NoiseStep(MarkovOptions.of(K), 4);
    MarkovParameters present = model;
    double before = Double.NEGATIVE_INFINITY;
    for (int step = 0; step < 40; step++) {
      PathStatistics sums = of(x, present, 0, N);
      double now = sums.logLikelihood() - .5 * eta * present.w().squaredNorm();
      assertTrue(now >= before - 1e-9, before + " falls to " + now + " in step " + step);
      before = now;
      double variance = noise.variance(sums.expectedSquaredError(), (double) sums.known());
      Dense w = DictionaryStep.solve(Algebra.JAVA, sums.moments(), sums.cross(), eta * variance);
      present =
          new MarkovParameters(w, present.counts(), present.prior(), variance, present.precision());
    }
  }

  /** No other dictionary has a smaller expected squared error + ηs²‖W‖². */
  @Test
  void theDictionaryIsTheBestForItsSums() {
    PathStatistics sums = of(Drawn.rows(N, D, 0, 5), model, 0, N);
    double ridge = .11;
    Dense w = DictionaryStep.solve(Algebra.JAVA, sums.moments(), sums.cross(), ridge);
    double[] before = sums.moments().values().clone();
    for (int k = 0; k < K; k++) {
      for (int d = 0; d < D; d++) {
        double slope = ridge * w.get(k, d) - sums.cross().get(k, d);
        for (int j = 0; j < K; j++) {
          slope += sums.moments().get(k, j) * w.get(j, d);
        }
        assertEquals(0, slope, 1e-9, "slope of the error");
      }
    }
    assertArrayEquals(before, sums.moments().values(), 0, "the sums are left as they are");
  }
}

package org.latentfeature.evidence.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.SyntheticProblem;

/** Moment tensors against populations whose moments are known exactly, and against truth. */
class MomentTensorsTest {

  private static Dense drawn(int k, int d, long seed) {
    RandomStream random = new RandomStream(seed, "features");
    Dense w = new Dense(k, d);
    for (int i = 0; i < w.values().length; i++) {
      w.values()[i] = random.nextGaussian();
    }
    return w;
  }

  /**
   * Every combination of features, as often as independence says: of feature k, {@code ones[k]} of
   * four rows have it.
   */
  private static Dense population(Dense w, int[] ones) {
    List<int[]> codes = new ArrayList<>();
    int k = w.rows();
    for (int code = 0; code < 1 << k; code++) {
      int count = 1;
      int[] z = new int[k];
      for (int j = 0; j < k; j++) {
        z[j] = code >> j & 1;
        count *= z[j] == 1 ? ones[j] : 4 - ones[j];
      }
      for (int copy = 0; copy < count; copy++) {
        codes.add(z);
      }
    }
    Dense x = new Dense(codes.size(), w.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < k; j++) {
        for (int d = 0; codes.get(i)[j] == 1 && d < w.cols(); d++) {
          x.set(i, d, x.get(i, d) + w.get(j, d));
        }
      }
    }
    return x;
  }

  private static Dense found(Dense x, Dense w, long seed) {
    double[] mean = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      for (int d = 0; d < mean.length; d++) {
        mean[d] += x.get(i, d) / x.rows();
      }
    }
    Dense centred = x.copy();
    for (int i = 0; i < x.rows(); i++) {
      for (int d = 0; d < mean.length; d++) {
        centred.set(i, d, x.get(i, d) - mean[d]);
      }
    }
    Dense basis = Orthonormal.rows(w, 0);
    return MomentTensors.dictionary(
        centred.times(basis.transpose()),
        basis,
        mean,
        0,
        false,
        new RandomStream(seed, "starts"),
        StopSignal.NEVER);
  }

  /** The largest distance of a true feature from the nearest that was found. */
  private static double distance(Dense w, Dense found) {
    double worst = 0;
    for (int k = 0; k < w.rows(); k++) {
      double least = Double.POSITIVE_INFINITY;
      for (int j = 0; j < found.rows(); j++) {
        double sum = 0;
        for (int d = 0; d < w.cols(); d++) {
          sum += Math.pow(w.get(k, d) - found.get(j, d), 2);
        }
        least = Math.min(least, Math.sqrt(sum));
      }
      worst = Math.max(worst, least);
    }
    return worst;
  }

  /** Rare ones, frequent ones, whose third moment is that of their complement, and both. */
  @ParameterizedTest
  @ValueSource(strings = {"1111", "3333", "1313", "1133"})
  void ofAWholePopulationTheThirdMomentGivesTheFeatures(String ones) {
    int[] counts = ones.chars().map(c -> c - '0').toArray();
    for (long seed = 0; seed < 5; seed++) {
      Dense w = drawn(4, 7, seed);
      Dense some = population(w, counts);
      // Many rows, so that eigenvalues stand out of what sampling errors would be.
      Dense x = new Dense(20 * some.rows(), 7);
      for (int i = 0; i < x.values().length; i++) {
        x.values()[i] = some.values()[i % some.values().length];
      }
      assertEquals(0, distance(w, found(x, w, seed)), 1e-6, ones + ", seed " + seed);
    }
  }

  /** The third moments of all are 0. The fourth does not tell a feature from its complement. */
  @Test
  void halvesShowInTheFourthMoment() {
    for (long seed = 0; seed < 5; seed++) {
      Dense w = drawn(5, 7, seed);
      Dense found = found(population(w, new int[] {2, 2, 2, 2, 2}), w, seed);
      assertEquals(5, found.rows());
      double worst = 0;
      for (int k = 0; k < 5; k++) {
        double nearest = 0;
        for (int j = 0; j < 5; j++) {
          double cosine = w.rowDot(k, found, j) / (w.rowNorm(k) * found.rowNorm(j));
          nearest = Math.max(nearest, Math.abs(cosine));
        }
        worst = Math.max(worst, 1 - nearest);
      }
      assertEquals(0, worst, 1e-9, "seed " + seed);
    }
  }

  @Test
  void asAnEstimatorItFindsTheTruthAndRefinementLowersTheError() {
    SyntheticProblem problem = SyntheticProblem.dense(3000, 20, 5, .3, 3);
    double raw = fit(problem, false);
    double refined = fit(problem, true);
    assertTrue(refined <= raw, refined + " and " + raw);
    assertEquals(.3, refined, .01);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5, 8})
  void theLargestRatioOfEigenvaluesCountsTheFeatures(int k) {
    for (long seed = 1; seed <= 3; seed++) {
      SyntheticProblem problem = SyntheticProblem.dense(2000, 20, k, .2, seed);
      try (Backend backend = Backends.open("java", 1).backend()) {
        TensorPowerOptions most = TensorPowerOptions.of(12);
        TensorPowerEstimator estimator = new TensorPowerEstimator();
        var counted = estimator.fit(backend, problem.x(), most.withCount(true));
        assertEquals(k, counted.features(), "seed " + seed);
        assertEquals(.2, counted.rmse(), .02, "seed " + seed);
        assertEquals(12, estimator.fit(backend, problem.x(), most).features(), "not counted");
      }
    }
  }

  @Test
  void theNoiseFollowsTheLastEigenvalue() {
    assertEquals(2, MomentTensors.count(new double[] {9, 8, .1, .09}, .08));
    assertEquals(4, MomentTensors.count(new double[] {9, 8, 4, 3}, .1));
    assertEquals(2, MomentTensors.count(new double[] {9, 8, 0, 0}, 0));
  }

  private static double fit(SyntheticProblem problem, boolean refine) {
    try (Backend backend = Backends.open("java", 1).backend()) {
      TensorPowerOptions options = TensorPowerOptions.of(5).withRefine(refine);
      return new TensorPowerEstimator().fit(backend, problem.x(), options).rmse();
    }
  }
}

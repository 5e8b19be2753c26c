package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

class CollapsedGibbsTest {

  private static final int SWEEPS = 60_000;
  private static final Scales SCALES = new Scales(0.7, 1.3);

  /** Both ways to the products of rows and sums. */
  enum Form {
    GRAM,
    BLOCKS;

    SumProducts of(Matrix x) {
      return this == GRAM ? new GramProducts(gram(x)) : new BlockProducts(x, Algebra.JAVA);
    }

    private static Dense gram(Matrix x) {
      Dense d = new Dense(x.rows(), x.cols());
      for (int i = 0; i < x.rows(); i++) {
        for (int j = 0; j < x.cols(); j++) {
          d.set(i, j, x.get(i, j));
        }
      }
      return d.timesTransposed(d);
    }
  }

  static Matrix gaussian(int n, int d, double scale, long seed) {
    RandomStream random = new RandomStream(seed, "test");
    Matrix x = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        x.set(i, j, (float) (scale * random.nextGaussian()));
      }
    }
    return x;
  }

  static HyperPriors fixed() {
    return new HyperPriors(1, false, false, false);
  }

  static double log(Matrix x, BinaryMatrix z, Scales scales, FeaturePrior prior) {
    LiveColumns columns = new LiveColumns(z);
    SumProducts sums = Form.BLOCKS.of(x);
    sums.start(columns);
    return new ColumnEvidence(
                x.rows(), x.cols(), sums.squaredNorm(), columns.gram(), sums.inner(columns))
            .log(scales)
        + prior.log(z);
  }

  static BinaryMatrix ones(int n, int k) {
    BinaryMatrix z = BinaryMatrix.empty(n);
    for (int f = 0; f < k; f++) {
      z = z.with(BitVector.ones(n));
    }
    return z;
  }

  static Map<String, Integer> sample(Chain chain, boolean sorted, int sweeps) {
    Map<String, Integer> counts = new HashMap<>();
    for (int s = 0; s < sweeps; s++) {
      chain.sweep(StopSignal.NEVER);
      counts.merge(Enumerated.key(chain.state().z(), sorted), 1, Integer::sum);
    }
    return counts;
  }

  @ParameterizedTest
  @EnumSource
  void theFiniteChainHasThePosteriorOfAllZ(Form form) {
    Matrix x = gaussian(4, 3, 1, 1);
    FeaturePrior prior = new FiniteFeatures(1.5, 2);
    Map<String, Double> exact =
        Enumerated.posterior(Enumerated.all(4, 2), false, z -> log(x, z, SCALES, prior));
    GibbsChain chain =
        new GibbsChain(form.of(x), fixed(), 3, 2, 5, new ChainState(0, ones(4, 2), SCALES, prior));
    double distance = Enumerated.totalVariation(exact, sample(chain, false, SWEEPS));
    assertTrue(distance <= 0.03, "total variation " + distance);
  }

  @Tag("whole")
  @ParameterizedTest
  @EnumSource
  void theInfiniteChainHasThePosteriorOfClasses(Form form) {
    Matrix x = gaussian(3, 2, 1.2, 2);
    FeaturePrior prior = new InfiniteFeatures(0.8);
    Map<String, Double> exact =
        Enumerated.posterior(Enumerated.classes(3, 7), true, z -> log(x, z, SCALES, prior));
    GibbsChain chain =
        new GibbsChain(form.of(x), fixed(), 2, 30, 6, new ChainState(0, ones(3, 1), SCALES, prior));
    double distance = Enumerated.totalVariation(exact, sample(chain, true, SWEEPS));
    assertTrue(distance <= 0.03, "total variation " + distance);
  }

  /** Without data, K is Poisson(α H_N): χ² of 40 000 sweeps, thinned to be nearly independent. */
  @Test
  void thePriorAloneGivesPoissonCounts() {
    int n = 5;
    double alpha = 1.1;
    double mean = alpha * InfiniteFeatures.harmonic(n);
    GibbsChain chain =
        new GibbsChain(
            new GramProducts(new Dense(n, n)),
            fixed(),
            0,
            60,
            7,
            new ChainState(0, ones(n, 1), SCALES, new InfiniteFeatures(alpha)));
    int[] counts = new int[9];
    int draws = 4000;
    for (int s = 0; s < draws; s++) {
      for (int thin = 0; thin < 10; thin++) {
        chain.sweep(1, StopSignal.NEVER);
      }
      counts[Math.min(chain.features(), 8)]++;
    }
    double chiSquare = 0;
    double probability = Math.exp(-mean);
    double rest = 1;
    for (int k = 0; k <= 8; k++) {
      double expected = draws * (k < 8 ? probability : rest);
      chiSquare += (counts[k] - expected) * (counts[k] - expected) / expected;
      rest -= probability;
      probability *= mean / (k + 1);
    }
    assertTrue(chiSquare < 26.1, "χ² of 8 degrees of freedom: " + chiSquare); // p = .001
  }

  /** log p(X | Z) is the density N(0, σa²ZZᵀ + σx²I) of every column of X. */
  @Test
  void theEvidenceIsANormalDensity() {
    Matrix x = gaussian(4, 3, 1, 3);
    FeaturePrior flat = new FiniteFeatures(2, 2);
    for (BinaryMatrix z : List.of(ones(4, 1), Enumerated.all(4, 2).get(0b10110011))) {
      Dense covariance = new Dense(4, 4);
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
          double both = 0;
          for (int k = 0; k < z.cols(); k++) {
            both += z.get(i, k) && z.get(j, k) ? 1 : 0;
          }
          covariance.set(i, j, 1.3 * 1.3 * both + (i == j ? 0.7 * 0.7 : 0));
        }
      }
      Dense lower = Algebra.JAVA.cholesky(covariance);
      double expected = 0;
      for (int d = 0; d < 3; d++) {
        Dense column = new Dense(4, 1);
        for (int i = 0; i < 4; i++) {
          column.set(i, 0, x.get(i, d));
          expected -= Math.log(lower.get(i, i)) + 0.5 * Math.log(2 * Math.PI);
        }
        expected -= Algebra.JAVA.solveLower(lower, column).squaredNorm() / 2;
      }
      assertEquals(expected, log(x, z, SCALES, flat) - flat.log(z), 1e-9);
    }
  }

  /** Rows in and out in K dimensions against fresh inverses, after 1000 rows and births. */
  @ParameterizedTest
  @EnumSource
  void updatesStayExact(Form form) {
    Matrix x = gaussian(300, 20, 1, 4);
    SumProducts sums = form.of(x);
    LiveColumns z = new LiveColumns(ones(300, 3));
    sums.start(z);
    CollapsedSweep sweep = new CollapsedSweep(sums, z, 20, 40, SCALES, new InfiniteFeatures(3));
    for (int s = 0; s < 4; s++) {
      sweep.run(SCALES, new InfiniteFeatures(3), 1, s, StopSignal.NEVER);
      assertTrue(sweep.drift() < 1e-9, "off by " + sweep.drift());
    }
    assertTrue(z.features() != 3);
  }

  /** A chain continued from its state, with sums of its own, is the same chain. */
  @ParameterizedTest
  @EnumSource
  void aContinuedChainIsTheSameBitForBit(Form form) {
    Matrix x = gaussian(600, 8, 1, 5);
    HyperPriors priors = new HyperPriors(1, true, true, true);
    ChainState start = new ChainState(0, ones(600, 2), new Scales(1, 1), new InfiniteFeatures(1));
    GibbsChain whole = new GibbsChain(form.of(x), priors, 8, 50, 9, start);
    for (int s = 0; s < 3; s++) {
      whole.sweep(1, StopSignal.NEVER);
    }
    GibbsChain rest = new GibbsChain(form.of(x), priors, 8, 50, 9, whole.state());
    for (int s = 0; s < 3; s++) {
      whole.sweep(1, StopSignal.NEVER);
      rest.sweep(1, StopSignal.NEVER);
    }
    assertEquals(whole.state(), rest.state());
    assertEquals(whole.logJoint(), rest.logJoint());
  }

  /** E log σx against a sum over a grid of (log σx, log σa). */
  @Test
  void theNoiseIsDrawnFromItsPosterior() {
    Matrix x = gaussian(4, 3, 1, 6);
    BinaryMatrix z = Enumerated.all(4, 2).get(0b01110101);
    LiveColumns columns = new LiveColumns(z);
    SumProducts sums = Form.GRAM.of(x);
    sums.start(columns);
    Evidence evidence =
        new ColumnEvidence(4, 3, sums.squaredNorm(), columns.gram(), sums.inner(columns));
    HyperPriors priors = new HyperPriors(1, true, true, false);
    double total = 0;
    double expected = 0;
    for (double noise = -8; noise < 4; noise += 0.02) {
      for (double features = -8; features < 6; features += 0.02) {
        double weight =
            Math.exp(
                evidence.log(new Scales(Math.exp(noise), Math.exp(features)))
                    + priors.log(noise, features));
        total += weight;
        expected += weight * noise;
      }
    }
    expected /= total;
    RandomStream random = new RandomStream(1, "test");
    double noise = 0;
    double features = 0;
    double sum = 0;
    int draws = 40_000;
    for (int s = 0; s < draws; s++) {
      double other = features;
      noise =
          SliceSampler.next(
              log ->
                  evidence.log(new Scales(Math.exp(log), Math.exp(other))) + priors.log(log, other),
              noise,
              0.2,
              random);
      double same = noise;
      features =
          SliceSampler.next(
              log ->
                  evidence.log(new Scales(Math.exp(same), Math.exp(log))) + priors.log(same, log),
              features,
              0.2,
              random);
      sum += noise;
    }
    assertEquals(expected, sum / draws, 0.02);
  }

  @Test
  void gammaNumbersHaveTheirMeanAndVariance() {
    for (double shape : new double[] {0.4, 1, 7.5}) {
      RandomStream random = new RandomStream(3, "test");
      double sum = 0;
      double squares = 0;
      int draws = 50_000;
      for (int s = 0; s < draws; s++) {
        double g = GammaVariate.next(shape, 2, random);
        sum += g;
        squares += g * g;
      }
      double mean = sum / draws;
      assertEquals(shape / 2, mean, 5 * Math.sqrt(shape / 4 / draws));
      assertEquals(shape / 4, squares / draws - mean * mean, 0.05 * shape);
    }
  }
}

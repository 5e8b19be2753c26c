package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

class UncollapsedGibbsTest {

  private static final int SWEEPS = 60_000;
  private static final Scales SCALES = new Scales(0.7, 1.3);

  /** Any prior that a Z with empty columns has. */
  private static final FeaturePrior FLAT = new FiniteFeatures(1, 1);

  private final Backend backend = new ReferenceProvider().open(Resources.DEFAULT);

  @AfterEach
  void closeBackend() {
    backend.close();
  }

  /** A chain on rows that are closed with it. */
  private Chain chain(Matrix x, HyperPriors priors, int most, long seed, ChainState start) {
    CheckedRows rows =
        CheckedRows.load(backend, x, UncollapsedSampler.limits(1, most), StopSignal.NEVER);
    UncollapsedSampler sampler = new UncollapsedSampler(rows, x, most);
    return sampler.chain(new Chains.Plan(2, most, priors, seed, 1), x.cols(), seed, start);
  }

  private static Matrix withGaps(Matrix x) {
    Matrix some = Matrix.allocate(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        some.set(i, j, (i + 2 * j) % 4 == 1 ? Float.NaN : x.get(i, j));
      }
    }
    return some;
  }

  /** log p of the known entries and Z: the columns are independent given Z. */
  private static double log(Matrix x, BinaryMatrix z, FeaturePrior prior) {
    double log = prior.log(z);
    for (int j = 0; j < x.cols(); j++) {
      int column = j;
      int[] known =
          IntStream.range(0, x.rows()).filter(i -> !Float.isNaN(x.get(i, column))).toArray();
      Matrix values = Matrix.allocate(known.length, 1);
      boolean[][] bits = new boolean[z.cols()][known.length];
      for (int i = 0; i < known.length; i++) {
        values.set(i, 0, x.get(known[i], j));
        for (int k = 0; k < z.cols(); k++) {
          bits[k][i] = z.get(known[i], k);
        }
      }
      BinaryMatrix some =
          BinaryMatrix.ofColumns(known.length, Arrays.stream(bits).map(BitVector::of).toList());
      log += CollapsedGibbsTest.log(values, some, SCALES, FLAT) - FLAT.log(some);
    }
    return log;
  }

  private static double distance(
      List<BinaryMatrix> all, boolean sorted, Matrix x, FeaturePrior prior, Chain chain) {
    Map<String, Double> exact = Enumerated.posterior(all, sorted, z -> log(x, z, prior));
    return Enumerated.totalVariation(exact, CollapsedGibbsTest.sample(chain, sorted, SWEEPS));
  }

  @Test
  void theFiniteChainHasThePosteriorOfAllZ() {
    Matrix x = CollapsedGibbsTest.gaussian(4, 3, 1, 1);
    FeaturePrior prior = new FiniteFeatures(1.5, 2);
    ChainState start = new ChainState(0, CollapsedGibbsTest.ones(4, 2), SCALES, prior);
    try (Chain chain = chain(x, CollapsedGibbsTest.fixed(), 2, 5, start)) {
      double distance = distance(Enumerated.all(4, 2), false, x, prior, chain);
      assertTrue(distance <= 0.03, "total variation " + distance);
    }
  }

  @Test
  void missingEntriesAreNoPartOfThePosterior() {
    Matrix x = withGaps(CollapsedGibbsTest.gaussian(4, 3, 1, 1));
    FeaturePrior prior = new FiniteFeatures(1.5, 2);
    ChainState start = new ChainState(0, CollapsedGibbsTest.ones(4, 2), SCALES, prior);
    try (Chain chain = chain(x, CollapsedGibbsTest.fixed(), 2, 8, start)) {
      double distance = distance(Enumerated.all(4, 2), false, x, prior, chain);
      assertTrue(distance <= 0.03, "total variation " + distance);
    }
  }

  /** Features are born, die and are shared. */
  @Tag("whole")
  @Test
  void theInfiniteChainHasThePosteriorOfClasses() {
    Matrix x = CollapsedGibbsTest.gaussian(3, 2, 1.2, 2);
    FeaturePrior prior = new InfiniteFeatures(0.8);
    ChainState start = new ChainState(0, CollapsedGibbsTest.ones(3, 1), SCALES, prior);
    try (Chain chain = chain(x, CollapsedGibbsTest.fixed(), 30, 6, start)) {
      double distance = distance(Enumerated.classes(3, 7), true, x, prior, chain);
      assertTrue(distance <= 0.03, "total variation " + distance);
    }
  }

  @Tag("whole")
  @Test
  void theInfiniteChainLeavesMissingEntriesOut() {
    Matrix x = withGaps(CollapsedGibbsTest.gaussian(3, 2, 1.2, 2));
    FeaturePrior prior = new InfiniteFeatures(0.8);
    ChainState start = new ChainState(0, CollapsedGibbsTest.ones(3, 1), SCALES, prior);
    try (Chain chain = chain(x, CollapsedGibbsTest.fixed(), 30, 7, start)) {
      double distance = distance(Enumerated.classes(3, 7), true, x, prior, chain);
      assertTrue(distance <= 0.03, "total variation " + distance);
    }
  }

  /** Features are born up to the limit, and not beyond it. */
  @Test
  void thereAreAsManyFeaturesAsTheLimitAllows() {
    FeaturePrior prior = new InfiniteFeatures(20);
    ChainState start = new ChainState(0, CollapsedGibbsTest.ones(10, 1), SCALES, prior);
    int most = 0;
    try (Chain chain =
        chain(CollapsedGibbsTest.gaussian(10, 2, 1, 4), CollapsedGibbsTest.fixed(), 3, 2, start)) {
      for (int s = 0; s < 50; s++) {
        chain.sweep(StopSignal.NEVER);
        most = Math.max(most, chain.features());
      }
      assertTrue(chain.isFull());
    }
    assertEquals(3, most);
  }

  /** Of the same X, Z and scales, what both kinds of chain say of it is the same. */
  @Test
  void bothKindsOfChainsHaveOneEvidence() {
    Matrix x = CollapsedGibbsTest.gaussian(50, 6, 1, 3);
    FeaturePrior prior = new InfiniteFeatures(1);
    ChainState start = new ChainState(0, CollapsedGibbsTest.ones(50, 3), SCALES, prior);
    GibbsChain other =
        new GibbsChain(
            CollapsedGibbsTest.Form.GRAM.of(x), CollapsedGibbsTest.fixed(), 6, 9, 1, start);
    try (Chain chain = chain(x, CollapsedGibbsTest.fixed(), 9, 1, start)) {
      assertEquals(other.logJoint(), chain.logJoint(), 1e-6 * Math.abs(other.logJoint()));
      assertEquals(other.squaredError(), chain.squaredError(), 1e-6 * other.squaredError());
    }
  }

  /** A chain continued from its state is the same chain. */
  @Test
  void aContinuedChainIsTheSameBitForBit() {
    Matrix x = withGaps(CollapsedGibbsTest.gaussian(200, 8, 1, 5));
    HyperPriors priors = new HyperPriors(1, true, true, false);
    ChainState start =
        new ChainState(
            0, CollapsedGibbsTest.ones(200, 2), new Scales(1, 1), new InfiniteFeatures(6));
    try (Chain whole = chain(x, priors, 50, 9, start)) {
      for (int s = 0; s < 20; s++) {
        whole.sweep(StopSignal.NEVER);
      }
      try (Chain rest = chain(x, priors, 50, 9, whole.state())) {
        for (int s = 0; s < 20; s++) {
          whole.sweep(StopSignal.NEVER);
          rest.sweep(StopSignal.NEVER);
        }
        assertEquals(whole.state(), rest.state());
        assertEquals(whole.logJoint(), rest.logJoint());
        assertTrue(whole.features() != 2);
      }
    }
  }
}

package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.lasso.LassoOptions.Corrective;

/** The algorithm as published, {@link Method#PAPER}. */
class PublishedAlgorithmTest extends LassoContract {

  private static final SyntheticProblem NOISY = SyntheticProblem.dense(67, 31, 4, .4, 5);

  /** Fewer steps than as published, of one penalty: enough for a small problem. */
  private static LassoOptions paper(int k) {
    return LassoOptions.paper(k).withPenalty(new Penalty.Relative(.05)).withMaxSteps(40);
  }

  PublishedAlgorithmTest() {
    super(new ReferenceProvider());
  }

  @Test
  void theOptionsAreThePapers() {
    LassoOptions options = LassoOptions.paper(5);
    assertEquals(Corrective.PROXIMAL, options.corrective());
    assertEquals(300, options.maxSteps());
    assertEquals(10, options.search().rank());
    assertEquals(100, options.search().maxSweeps());
    assertEquals(1, options.search().candidates());
    assertEquals(20, options.search().polishPasses());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void syn0IsExact(long seed) {
    SyntheticProblem p = SyntheticProblem.generate("syn0", seed);
    LassoResult result = fit(p.x(), LassoOptions.paper(4).withSeed(seed));
    assertEquals(0, Hamming.oneToOne(p.z(), result.z()));
    assertEquals(0, result.rmse(), 1e-6);
  }

  /** One atom a step, and none of it undone: each step lowers the convex objective. */
  @Test
  void theObjectiveFallsStepAfterStep() {
    LassoResult result = fit(NOISY.x(), paper(6));
    List<FitEvent> events = lassoEvents(result);
    assertTrue(events.size() >= 10, () -> events.size() + " steps show little");
    assertTrue(events.size() <= 40, () -> events.size() + " steps");
    for (int i = 1; i < events.size(); i++) {
      double before = events.get(i - 1).objective();
      double after = events.get(i).objective();
      assertTrue(after <= before * (1 + 1e-6), i + ": " + before + " rose to " + after);
      assertTrue(
          events.get(i).features() <= events.get(i - 1).features() + 1,
          "more than one atom entered");
    }
  }

  /** The path is one convex fit, whatever K, and each model has its own least squares. */
  @Test
  void onePathHasTheBestAtomsForEachK() {
    PathResult path = path(NOISY.x(), paper(6));
    LassoResult largest = fit(NOISY.x(), paper(6));
    assertEquals(6, path.points().size());
    assertEquals(largest.z(), path.points().get(5).z());
    for (PathResult.Point point : path.points()) {
      int k = point.k();
      assertEquals(k, point.z().cols());
      assertUsable(NOISY.x(), point.z(), point.w(), point.rmse(), k);
      assertEquals(fit(NOISY.x(), paper(6).withK(k)).rmse(), point.rmse(), 1e-6);
      assertLeastSquares(point.z(), point.w());
    }
  }

  /** Readings on the way are kept where they are better, such as the one after ten steps. */
  @Test
  void moreStepsAreNeverWorse() {
    double before = Double.POSITIVE_INFINITY;
    for (int steps : new int[] {11, 21, 41}) {
      double rmse = fit(NOISY.x(), paper(6).withMaxSteps(steps)).rmse();
      assertTrue(rmse <= before * (1 + 1e-9), steps + " steps: " + rmse + " after " + before);
      before = rmse;
    }
  }

  /** ZᵀZ W = ZᵀX. */
  private static void assertLeastSquares(BinaryMatrix z, Dense w) {
    int n = z.rows();
    Dense gram = new Dense(z.cols(), z.cols());
    Dense cross = new Dense(z.cols(), NOISY.x().cols());
    for (int k = 0; k < z.cols(); k++) {
      for (int j = 0; j < z.cols(); j++) {
        gram.set(k, j, z.column(k).dot(z.column(j)));
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < cross.cols() && z.get(i, k); j++) {
          cross.set(k, j, cross.get(k, j) + NOISY.x().get(i, j));
        }
      }
    }
    Dense expected = PivotedCholesky.of(gram, 1e-9).solve(cross);
    for (int p = 0; p < w.values().length; p++) {
      assertEquals(expected.values()[p], w.values()[p], 1e-4);
    }
  }

  /** What the default's refinement and polish are for. */
  @Test
  void itIsNoBetterThanTheDefault() {
    double paper = fit(NOISY.x(), paper(6)).rmse();
    double best = fit(NOISY.x(), LassoOptions.of(6)).rmse();
    assertTrue(best < paper, () -> best + " is not below " + paper);
  }

  /** A large penalty leaves fewer atoms than asked for, and that is what there is. */
  @Test
  void fewerAtomsThanKAreFewerFeatures() {
    LassoOptions options = paper(6).withPenalty(new Penalty.Relative(.95));
    LassoResult result = fit(NOISY.x(), options);
    assertTrue(result.z().cols() < 6, () -> result.z().cols() + " features");
    assertUsable(NOISY.x(), result.z(), result.w(), result.rmse(), 6);
    assertEquals(result.z().cols(), path(NOISY.x(), options).points().size());
  }

  @Test
  void aPenaltyThatKeepsEveryAtomOutLeavesOneFeature() {
    LassoOptions options = paper(3).withPenalty(new Penalty.Relative(1.5));
    assertEquals(1, fit(NOISY.x(), options).z().cols());
    assertEquals(1, path(NOISY.x(), options).points().size());
  }
}

package org.latentfeature.columns.cumulant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.subspace.Planted;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.BinaryFactorModel;

/** What independent features are found by, and what is said where there is nothing to find. */
final class CumulantEstimatorTest {

  private record Fit(Fitted<BinaryFactorModel> fitted, BinaryFactorModel model) {}

  private static Fit fit(Matrix x, CumulantOptions options) {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      Fitted<BinaryFactorModel> fitted =
          new FitRequest<>(new CumulantEstimator(), options).fit(data);
      FittedData from = FittedData.of(new Dataset(x, null), Map.of());
      return new Fit(fitted, fitted.model(new Provenance("test", backend.info(), from)));
    }
  }

  private static void assertExact(Planted problem, Fit fit) {
    assertEquals(new HashSet<>(problem.z().columns()), new HashSet<>(fit.model().z().columns()));
  }

  /** As read out, nothing refined: few rows, more columns than rows, few columns. */
  @ParameterizedTest
  @CsvSource({"600, 40, .5", "600, 40, .25", "600, 18, .1", "400, 700, .3", "600, 40, .8"})
  void independentFeaturesAreExact(int n, int d, double p) {
    Planted problem = Planted.coins(n, d, 12, .05, p, 3);
    Fit fit = fit(problem.x(), CumulantOptions.of(12).withRefine(false));
    assertExact(problem, fit);
    assertEquals("cumulants", fit.model().manifest().method());
    assertEquals(Ending.CONVERGED, fit.fitted().ended());
  }

  /** It goes with the mean of the rows, and comes back as what all of them have. */
  @Test
  void aFeatureOfAllRowsIsFoundToo() {
    Planted problem =
        Planted.of(500, 30, 6, .05, 4, (i, c) -> c == 2 || CounterRandom.uniform(5, i, c) < .4);
    assertExact(problem, fit(problem.x(), CumulantOptions.of(6).withRefine(false)));
  }

  @Test
  void oneFeatureIsFound() {
    Planted problem = Planted.coins(300, 20, 1, .1, .3, 6);
    assertExact(problem, fit(problem.x(), CumulantOptions.of(1)));
  }

  /** What does not vary has no cumulants. */
  @Test
  void rowsThatAreAllAlikeHaveOneFeature() {
    Matrix x = Matrix.allocate(50, 8);
    for (int i = 0; i < 50; i++) {
      for (int j = 0; j < 8; j++) {
        x.set(i, j, j + 1);
      }
    }
    Fit fit = fit(x, CumulantOptions.of(2));
    assertEquals(1, fit.fitted().features());
    assertEquals(0, fit.fitted().rmse(), 1e-6);
  }

  /** Refinement mends bits of mildly dependent features that the threshold has wrong. */
  @Test
  void refinementLeavesNoMoreError() {
    Planted problem = Planted.coins(400, 20, 8, 1.5, .4, 7);
    double raw = fit(problem.x(), CumulantOptions.of(8).withRefine(false)).fitted().rmse();
    double refined = fit(problem.x(), CumulantOptions.of(8)).fitted().rmse();
    assertTrue(refined < raw, refined + " after " + raw);
  }

  @Test
  void equalSeedsGiveEqualModels() {
    Matrix x = Planted.coins(200, 20, 6, 2, .5, 8).x();
    assertEquals(
        fit(x, CumulantOptions.of(6)).model().z(), fit(x, CumulantOptions.of(6)).model().z());
  }

  @Test
  void outOfTimeTheBestSoFarIsKept() {
    Matrix x = Planted.coins(2000, 60, 25, 2, .5, 9).x();
    Fit fit = fit(x, CumulantOptions.of(25).withTimeLimit(Duration.ofNanos(1)));
    assertEquals(Ending.TIME_LIMIT, fit.fitted().ended());
    assertEquals(1, fit.fitted().features());
  }

  @Test
  void moreFeaturesThanDimensionsAreRefused() {
    Matrix x = Planted.coins(200, 4, 3, .1, .5, 10).x();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> fit(x, CumulantOptions.of(5)));
    assertTrue(String.valueOf(e.getMessage()).startsWith("K is 5, but the rank of X is at most 4"));
  }
}

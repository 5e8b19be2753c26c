package org.latentfeature.columns.vertex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.latentfeature.base.linalg.Dense;
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

/** What a fit by vertices finds, and what it refuses. */
final class VertexEstimatorTest {

  private record Fit(Fitted<BinaryFactorModel> fitted, BinaryFactorModel model) {

    double figure(String name) {
      return model.manifest().figures().getOrDefault(name, Double.NaN);
    }
  }

  private static Fit fit(Matrix x, VertexOptions options) {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      Fitted<BinaryFactorModel> fitted = new FitRequest<>(new VertexEstimator(), options).fit(data);
      FittedData from = FittedData.of(new Dataset(x, null), Map.of());
      return new Fit(fitted, fitted.model(new Provenance("test", backend.info(), from)));
    }
  }

  /** The algorithm as published. */
  private static VertexOptions published(int k) {
    return VertexOptions.of(k).withRowSets(1).withIndependent(false).withRefine(false);
  }

  private static String refusal(Matrix x, VertexOptions options) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> fit(x, options)).getMessage());
  }

  private static void assertExact(Planted problem, Fit fit) {
    assertEquals(new HashSet<>(problem.z().columns()), new HashSet<>(fit.model().z().columns()));
  }

  /** As published; more rows than columns, and more columns than rows. */
  @ParameterizedTest
  @CsvSource({"1, 40, 5", "4, 50, 7", "9, 120, 30", "12, 60, 90", "14, 101, 40"})
  void columnsAreExact(int k, int n, int d) {
    Planted problem = Planted.coins(n, d, k, .05, .5, k);
    Fit fit = fit(problem.x(), published(k));
    assertExact(problem, fit);
    assertEquals("mf-binary", fit.model().manifest().method());
    assertEquals(Ending.CONVERGED, fit.fitted().ended());
    assertEquals(1, fit.figure("row_set"));
    if (k > 1) {
      assertTrue(fit.figure("vertex_margin") > 4 * fit.figure("vertex_distance"));
    }
  }

  /** Noise that misleads one set of rows, and not the best of several. */
  @Test
  void severalRowSetsFindMore() {
    Planted problem = Planted.coins(150, 30, 12, .7, .5, 2);
    Fit one = fit(problem.x(), published(12));
    Fit several = fit(problem.x(), VertexOptions.of(12).withRefine(false));
    assertTrue(several.fitted().rmse() < one.fitted().rmse());
    assertTrue(several.figure("row_set") > 1);
    Fit refined = fit(problem.x(), VertexOptions.of(12));
    assertTrue(refined.fitted().rmse() < several.fitted().rmse());
  }

  @Test
  void withoutNoiseMoreThanTwentyFourFeaturesAreMetInTheMiddle() {
    Planted problem = Planted.coins(120, 40, 34, 0, .5, 3);
    assertExact(problem, fit(problem.x(), VertexOptions.of(34)));
  }

  /** What mutually exclusive features add up to are vertices as well: the margin is 0. */
  @Test
  void theMarginOfExclusiveFeaturesIsZero() {
    Planted problem = Planted.of(60, 20, 5, 0, 4, (i, c) -> i % 5 == c);
    Fit fit = fit(problem.x(), VertexOptions.of(5));
    assertEquals(0, fit.fitted().rmse(), 1e-5);
    assertEquals(0, fit.figure("vertex_margin"), 1e-6);
  }

  /** Columns of X that are mixtures of those of Z, with weights that sum to 1. */
  @ParameterizedTest
  @CsvSource({"2, 30, 9", "6, 80, 25", "6, 40, 70"})
  void affineColumnsAreExact(int k, int n, int d) {
    Planted bits = Planted.coins(n, 1, k, 0, .5, 5);
    Matrix x = Matrix.allocate(n, d);
    Dense w = new Dense(k, d);
    for (int j = 0; j < d; j++) {
      double sum = 0;
      for (int c = 0; c < k; c++) {
        w.set(c, j, c < k - 1 ? CounterRandom.normal(6, c, j) : 1 - sum);
        sum += w.get(c, j);
      }
      for (int i = 0; i < n; i++) {
        double entry = .01 * CounterRandom.normal(7, i, j);
        for (int c = 0; c < k; c++) {
          entry += bits.z().get(i, c) ? w.get(c, j) : 0;
        }
        x.set(i, j, (float) entry);
      }
    }
    for (boolean refine : new boolean[] {false, true}) {
      Fit fit = fit(x, VertexOptions.of(k).withAffine(true).withRefine(refine));
      assertExact(bits, fit);
      assertEquals(.01, fit.fitted().rmse(), .003);
      for (int j = 0; j < d; j++) {
        double sum = 0;
        for (int c = 0; c < k; c++) {
          sum += fit.model().w().get(c, j);
        }
        assertEquals(1, sum, 1e-9);
      }
    }
  }

  @Test
  void outOfTimeTheBestSoFarIsKept() {
    Matrix x = Planted.coins(200, 60, 22, 1, .5, 9).x();
    Fit fit = fit(x, VertexOptions.of(22).withTimeLimit(Duration.ofNanos(1)));
    assertEquals(Ending.TIME_LIMIT, fit.fitted().ended());
    assertEquals(1, fit.fitted().features());
  }

  @Test
  void equalRowsAreRefusedByTheirRank() {
    Matrix x = Matrix.allocate(50, 8);
    for (int i = 0; i < 50; i++) {
      for (int j = 0; j < 8; j++) {
        x.set(i, j, j + 1);
      }
    }
    assertEquals(0, fit(x, VertexOptions.of(1)).fitted().rmse(), 1e-6);
    String refusal = refusal(x, VertexOptions.of(2));
    assertTrue(refusal.startsWith("singular value 2 of X is "), refusal);
    assertTrue(refusal.endsWith("its rank is 1; fit at most that many features"), refusal);
  }

  @Test
  void asManyFeaturesAsRowsAreRefusedForWhatTheyAre() {
    Matrix x = Planted.coins(40, 60, 3, .1, .5, 10).x();
    String refusal = refusal(x, VertexOptions.of(40));
    assertTrue(refusal.startsWith("K is 40 and X has 40 rows"), refusal);
  }

  @Test
  void moreFeaturesThanDimensionsAreRefused() {
    Matrix x = Planted.coins(200, 4, 3, .1, .5, 10).x();
    assertTrue(
        refusal(x, VertexOptions.of(5)).startsWith("K is 5, but the rank of X is at most 4"));
    assertTrue(
        refusal(Planted.coins(4, 9, 3, .1, .5, 10).x(), VertexOptions.of(5))
            .startsWith("K is 5, but X has only 4 rows"));
  }

  @Test
  void tooManyVerticesAreRefusedWithWhatTheyWouldCost() {
    Matrix x = Planted.coins(90, 60, 40, .1, .5, 11).x();
    String refusal = refusal(x, VertexOptions.of(40));
    assertTrue(
        refusal.startsWith("K is 40: a search over 2^40 vertices takes about 15 hours"), refusal);
    assertTrue(refusal.contains("estimator cumulants"), refusal);
    Matrix exact = Planted.coins(90, 60, 55, 0, .5, 11).x();
    assertTrue(
        refusal(exact, VertexOptions.of(55)).startsWith("K is 55: a search over 2^55 vertices"));
  }

  /** One-hot rows: each of 2³¹ combinations is a vertex. */
  @Test
  void manyExclusiveFeaturesAreNotUnique() {
    Matrix x = Planted.of(93, 40, 31, 0, 12, (i, c) -> i % 31 == c).x();
    assertTrue(refusal(x, VertexOptions.of(31)).contains("more than 65,536 vertices"));
  }

  @Test
  void optionsReadTheirOwnWords() {
    VertexOptions options = published(5).withAffine(true);
    Map<String, String> words = new java.util.TreeMap<>(options.words());
    words.remove("k");
    assertEquals(options, VertexEstimator.OPTIONS.read(VertexOptions.of(5), words));
    assertThrows(IllegalArgumentException.class, () -> published(5).withRowSets(0));
    assertThrows(IllegalArgumentException.class, () -> VertexOptions.of(1).withAffine(true));
    assertFalse(published(5).independent());
  }
}

package org.latentfeature.columns.difference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latentfeature.LatentFeatures;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.factor.BinaryFactorModel;

class DifferenceEstimatorTest {

  private static final Overcomplete DATA = Overcomplete.independent(1500, 4, 7, .5, .03, 5);

  private static BinaryFactorModel fit(FitRequest<DifferenceOptions, BinaryFactorModel> request) {
    try (Backend backend = Backends.open("java", 1).backend()) {
      return request.fit(backend, DATA.x()).toModel();
    }
  }

  private static String refusal(Matrix x, int k) {
    try (Backend backend = Backends.open("java", 1).backend()) {
      return String.valueOf(
          assertThrows(
                  IllegalArgumentException.class,
                  () -> LatentFeatures.differences(k).fit(backend, x))
              .getMessage());
    }
  }

  @Test
  void moreFeaturesThanColumnsAreFoundAndCounted() {
    BinaryFactorModel model = fit(LatentFeatures.differences(7));
    assertEquals(Set.copyOf(DATA.z().columns()), Set.copyOf(model.z().columns()));
    Map<String, Double> figures = model.manifest().figures();
    assertTrue(
        figures.getOrDefault("votes", 0.) > 1.3 * figures.getOrDefault("next_votes", 1e9),
        figures::toString);
    assertEquals("differences", model.manifest().method());
  }

  /** A sample finds W, and all rows are coded by it. */
  @Test
  void aSampleIsEnough() {
    BinaryFactorModel model = fit(LatentFeatures.differences(7).withSample(SampleSize.of(900)));
    assertEquals(Set.copyOf(DATA.z().columns()), Set.copyOf(model.z().columns()));
    assertEquals(900, model.manifest().figures().getOrDefault("sample_rows", 0.));
  }

  @Test
  void itHasNoOptions() {
    DifferenceEstimator estimator = new DifferenceEstimator();
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> estimator.request(3, Map.of("refine", "true")));
    assertEquals("there is no option \"refine\", nor any other; drop it", refused.getMessage());
  }

  @Test
  void whatCannotBeCountedIsNamed() {
    assertTrue(
        refusal(DATA.x(), 17).contains("17, but differences compare rows with 2^K sums"),
        () -> refusal(DATA.x(), 17));
    Matrix wide = Overcomplete.independent(60, 33, 2, .5, .03, 5).x();
    assertTrue(refusal(wide, 2).contains("33 columns"), () -> refusal(wide, 2));
    Matrix few = Matrix.of(new float[][] {{1, 2}, {1, 3}, {2, 2}});
    assertTrue(refusal(few, 3).contains("fewer differences of the 3 rows"), () -> refusal(few, 3));
    Matrix constant = Matrix.of(new float[][] {{1, 230}, {4, 230}, {1, 230}});
    DataException refused =
        assertThrows(
            DataException.class,
            () -> LatentFeatures.differences(1).fit(Backends.open("java", 1).backend(), constant));
    assertEquals(
        "column 2 (counting from 1) of X is 230.0 in every row, which differences of rows cannot tell from features; leave it out",
        refused.getMessage());
  }
}

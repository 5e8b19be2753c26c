package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.linalg.Dense;

class FeatureCountsTest {

  private static FeatureCounts path(Matrix x, int most) {
    try (Backend backend = Backends.open("java", 0).backend()) {
      FeatureCounts counts = counts(x);
      counts.add(
          new LatentFeatureLasso(backend, LassoOptions.of(most).withMethod(Method.PATH)).path(x));
      return counts;
    }
  }

  private static FeatureCounts counts(Matrix x) {
    double norm =
        Residuals.of(x, Codes.binary(BinaryMatrix.empty(x.rows())), new Dense(0, x.cols()))
            .squaredNorm();
    return new FeatureCounts(x.rows(), x.cols(), norm);
  }

  @ParameterizedTest
  @CsvSource({"1, 3, .1", "2, 5, .3", "3, 4, .6", "4, 1, .5", "5, 6, .2"})
  void theTrueNumberOfFeaturesHasTheShortestDescription(long seed, int features, double noise) {
    Matrix x = RandomFit.of(150, 40, features, noise, seed).x();
    FeatureCounts.Count shortest = path(x, features + 4).shortest();
    assertNotNull(shortest);
    assertEquals(features, shortest.features());
  }

  @Test
  void soItHasWithoutNoise() {
    FeatureCounts.Count shortest = path(SyntheticProblem.generate("syn0", 1).x(), 7).shortest();
    assertNotNull(shortest);
    assertEquals(4, shortest.features());
  }

  @Test
  void noiseAloneSpeaksForNoFeature() {
    FeatureCounts counts = path(RandomFit.of(150, 40, 0, 1, 6).x(), 4);
    assertTrue(counts.nothingIsShorter());
    assertEquals(4, counts.all().size());
  }

  @Test
  void theTruthIsShorterThanItsNeighbours() {
    // The problems of the paper; leaving one feature out, or adding one that explains nothing.
    for (String name : new String[] {"syn2", "syn3"}) {
      SyntheticProblem problem = SyntheticProblem.generate(name, 1);
      Residuals truth = Residuals.of(problem.x(), Codes.binary(problem.z()), problem.w());
      DescriptionLength length =
          new DescriptionLength(problem.x().rows(), problem.x().cols(), truth.squaredNorm());
      double bits = length.bits(problem.z(), truth.squaredError());
      double less =
          length.bits(problem.z().without(0), truth.squaredError() + truth.increaseWithout(0));
      // A column of noise takes one of N dimensions of it away.
      double more =
          length.bits(
              problem.z().with(problem.z().column(0)),
              truth.squaredError() * (1 - 1.5 / problem.x().rows()));
      assertTrue(bits < less && bits < more, name + " " + bits + " " + less + " " + more);
    }
  }

  @Test
  void withoutAPathThereIsNoSuggestion() {
    FeatureCounts counts = counts(Matrix.of(new float[][] {{1}}));
    assertNull(counts.shortest());
    assertFalse(counts.nothingIsShorter());
  }
}

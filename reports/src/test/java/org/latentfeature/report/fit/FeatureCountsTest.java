package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;

class FeatureCountsTest {

  private static FeatureCounts path(Matrix x, int most) {
    try (Backend backend = Backends.open("java", 0).backend()) {
      FeatureCounts counts = new FeatureCounts(x);
      counts.add(
          new LatentFeatureLasso(backend, LassoOptions.of(most).withMethod(Method.PATH)).path(x));
      return counts;
    }
  }

  @Tag("whole")
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

  @Tag("whole")
  @Test
  void noiseAloneSpeaksForNoFeature() {
    FeatureCounts counts = path(RandomFit.of(150, 40, 0, 1, 6).x(), 4);
    assertTrue(counts.nothingIsShorter());
    assertEquals(4, counts.all().size());
  }

  @Test
  void withoutAPathThereIsNoSuggestion() {
    FeatureCounts counts = new FeatureCounts(Matrix.of(new float[][] {{1}}));
    assertNull(counts.shortest());
    assertFalse(counts.nothingIsShorter());
  }
}

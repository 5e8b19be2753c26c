package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;

/** The paper's synthetic problems, with nothing given but K. */
class RecoveryTest {

  /** Least squares on the true Z is σ√(K/N) away from the truth. */
  @ParameterizedTest
  @CsvSource({"syn0, 0, 0", "syn1, 1, .01", "syn2, 2, .1", "syn3, 3, .1"})
  void theTruthIsFoundBitForBit(String kind, long seed, double sigma) {
    SyntheticProblem p = SyntheticProblem.generate(kind, seed);
    int k = p.z().cols();
    try (Backend backend = new OpenBlasProvider().open(Resources.DEFAULT)) {
      LassoOptions options = LassoOptions.of(k);
      LassoResult columns = new LatentFeatureLasso(backend, options).fit(p.x(), FitListener.SILENT);
      assertEquals("columns", columns.method());
      LassoResult alone =
          new LatentFeatureLasso(backend, options.withMethod(Method.LASSO))
              .fit(p.x(), FitListener.SILENT);
      assertEquals("lasso", alone.method());
      for (LassoResult fit : List.of(columns, alone)) {
        assertEquals(0, Hamming.oneToOne(p.z(), fit.z()));
        double rmse = Rmse.between(p.z(), p.w(), fit.z(), fit.w());
        double expected = sigma * Math.sqrt(k / (double) p.z().rows());
        assertTrue(rmse <= 1.05 * expected + 1e-6, () -> rmse + ", expected " + expected);
      }
    }
  }

  /** As the paper prints for Syn2, and nearly so for Syn3. */
  @Tag("whole")
  @ParameterizedTest
  @CsvSource({"syn2, 0, 0", "syn3, 1, .001"})
  void theAlgorithmAsPublishedFindsIt(String kind, long seed, double hamming) {
    SyntheticProblem p = SyntheticProblem.generate(kind, seed);
    try (Backend backend = new OpenBlasProvider().open(Resources.DEFAULT)) {
      LassoResult fit =
          new LatentFeatureLasso(backend, LassoOptions.paper(p.z().cols()))
              .fit(p.x(), FitListener.SILENT);
      assertEquals(0, Hamming.oneToOne(p.z(), fit.z()), hamming);
    }
  }

  /** Features that one row in ten has, and more features than the convex fit finds by itself. */
  @Tag("whole")
  @Test
  void rareAndManyFeaturesAreFound() {
    for (DenseProblem problem :
        List.of(
            new DenseProblem(
                700,
                200,
                35,
                .01,
                Prevalence.of(".1"),
                FeatureDependence.NONE,
                NoiseShape.EQUAL,
                1),
            DenseProblem.of(2400, 300, 80, .01, 2))) {
      SyntheticProblem p = problem.inMemory();
      try (Backend backend = new OpenBlasProvider().open(Resources.DEFAULT)) {
        LassoResult fit =
            new LatentFeatureLasso(backend, LassoOptions.of(p.z().cols()))
                .fit(p.x(), FitListener.SILENT);
        assertEquals(Set.copyOf(p.z().columns()), Set.copyOf(fit.z().columns()));
        assertEquals(p.z().cols(), fit.verified().columns());
      }
    }
  }

  @Test
  void equalSeedsAndThreadsGiveEqualBits() {
    SyntheticProblem p = SyntheticProblem.generate("syn2", 4);
    LassoOptions options = LassoOptions.of(14).withSeed(9);
    LassoResult[] fits = new LassoResult[2];
    for (int run = 0; run < 2; run++) {
      try (Backend backend = new OpenBlasProvider().open(Resources.ofThreads(2))) {
        fits[run] = new LatentFeatureLasso(backend, options).fit(p.x(), FitListener.SILENT);
      }
    }
    assertEquals(fits[0].z(), fits[1].z());
    assertArrayEquals(fits[0].w().values(), fits[1].w().values(), 0);
    assertEquals(fits[0].rmse(), fits[1].rmse(), 0);
  }
}

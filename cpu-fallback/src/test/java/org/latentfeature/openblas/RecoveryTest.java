package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.method.VerifiedLasso;
import org.latentfeature.metrics.Hamming;
import org.latentfeature.metrics.Rmse;

/** The paper's synthetic problems, with nothing given but K. */
class RecoveryTest {

  /** Least squares on the true Z is σ√(K/N) away from the truth. */
  @ParameterizedTest
  @CsvSource({"syn0, 0, 0", "syn1, 1, .01", "syn2, 2, .1", "syn3, 3, .1"})
  void theTruthIsFoundBitForBit(String kind, long seed, double sigma) {
    SyntheticProblem p = SyntheticProblem.generate(kind, seed);
    int k = p.z().cols();
    try (Backend backend = new OpenBlasProvider().open(Resources.DEFAULT)) {
      LassoResult fit =
          VerifiedLasso.of(backend, LassoOptions.of(k)).fit(p.x(), FitListener.SILENT);
      assertEquals(0, Hamming.oneToOne(p.z(), fit.z()));
      assertEquals("lasso", fit.method());
      double rmse = Rmse.between(p.z(), p.w(), fit.z(), fit.w());
      double expected = sigma * Math.sqrt(k / (double) p.z().rows());
      assertTrue(rmse <= 1.05 * expected + 1e-6, () -> rmse + ", expected " + expected);
    }
  }

  @Test
  void equalSeedsAndThreadsGiveEqualBits() {
    SyntheticProblem p = SyntheticProblem.generate("syn2", 4);
    LassoOptions options = LassoOptions.of(14).withSeed(9);
    LassoResult[] fits = new LassoResult[2];
    for (int run = 0; run < 2; run++) {
      try (Backend backend = new OpenBlasProvider().open(Resources.ofThreads(2))) {
        fits[run] = VerifiedLasso.of(backend, options).fit(p.x(), FitListener.SILENT);
      }
    }
    assertEquals(fits[0].z(), fits[1].z());
    assertArrayEquals(fits[0].w().values(), fits[1].w().values(), 0);
    assertEquals(fits[0].rmse(), fits[1].rmse(), 0);
  }
}

package org.latentfeature.admixture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.metrics.DictionaryError;

/** Shares of populations, where the noise of an entry is its own. */
final class EigenpairSharesTest {

  private static final int K = 3;
  private static final int D = 12;

  private static Dense random(long seed) {
    return Simplex.random(K, D, new RandomStream(seed, "shares"));
  }

  private interface Use<T> {
    T of(LoadedData data);
  }

  private static <T> T with(Matrix x, Use<T> use) {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      return use.of(data);
    }
  }

  /** Noise adds to the diagonal of M alone. */
  @Test
  void theDiagonalIsCompleted() {
    Dense w = random(1);
    Dense m = w.transpose().times(w);
    Dense noisy = m.copy();
    for (int j = 0; j < D; j++) {
      noisy.set(j, j, noisy.get(j, j) + .02 * j);
    }
    AdmixtureMoments.Completed completed = AdmixtureMoments.completed(noisy, K, StopSignal.NEVER);
    Dense part = completed.basis().transpose().times(completed.core().times(completed.basis()));
    for (int p = 0; p < D * D; p++) {
      assertEquals(m.values()[p], part.values()[p], 1e-6);
    }
  }

  /**
   * Of data without noise the whitened moment is that of the definition, repeated indices and all.
   */
  @Test
  void theThirdMomentIsFittedFromDistinctIndices() {
    Dense w = random(2);
    RandomStream random = new RandomStream(3, "frequencies");
    Matrix x = Matrix.allocate(60, D);
    for (int n = 0; n < 60; n++) {
      double[] z = {random.nextDouble(), random.nextDouble(), random.nextDouble()};
      for (int j = 0; j < D; j++) {
        double sum = 0;
        for (int k = 0; k < K; k++) {
          sum += z[k] * w.get(k, j);
        }
        x.set(n, j, (float) sum);
      }
    }
    AdmixtureMoments moments = with(x, data -> AdmixtureMoments.of(data, K, StopSignal.NEVER));
    Dense y = new Dense(60, K);
    for (int n = 0; n < 60; n++) {
      for (int a = 0; a < K; a++) {
        // Of Λ^½Vᵀ it is λ, by which that is divided to be Qᵀ.
        double squares = moments.loadings().rowDot(a, moments.loadings(), a);
        for (int j = 0; j < D; j++) {
          y.set(n, a, y.get(n, a) + x.get(n, j) * moments.loadings().get(a, j) / squares);
        }
      }
    }
    for (int a = 0; a < K; a++) {
      for (int b = a; b < K; b++) {
        for (int c = b; c < K; c++) {
          double mean = 0;
          for (int n = 0; n < 60; n++) {
            mean += y.get(n, a) * y.get(n, b) * y.get(n, c) / 60;
          }
          assertEquals(mean, moments.tensor().at(a, b, c), 1e-3 * (1 + Math.abs(mean)));
        }
      }
    }
  }

  /** Where alleles are all but fixed, frequencies are bits, and populations eigenpairs. */
  @Test
  void nearlyFixedAllelesTellTheShares() {
    AdmixtureProblem.Drawn drawn = new AdmixtureProblem(20_000, 20, K, .1, .99, 4).draw();
    EigenpairShares.Found found =
        with(drawn.x(), data -> EigenpairShares.of(data, K, 0, StopSignal.NEVER));
    double error = DictionaryError.of(drawn.w(), found.shares());
    assertTrue(error < 1e-2, "error " + error);
    assertTrue(found.candidates() >= K);
    for (int j = 0; j < 20; j++) {
      double sum = 0;
      for (int k = 0; k < K; k++) {
        assertTrue(found.shares().get(k, j) >= 0);
        sum += found.shares().get(k, j);
      }
      assertEquals(1, sum, 1e-9);
    }
  }

  /** A mean where one is known, and the middle where none is. */
  @Test
  void missingHalvesAreFinite() {
    Matrix counts = Matrix.allocate(4, 2);
    for (int i = 0; i < 4; i++) {
      counts.set(i, 0, i == 3 ? Float.NaN : i);
      counts.set(i, 1, Float.NaN);
    }
    counts.set(0, 1, 2);
    AlleleCounts all = AlleleCounts.of(counts, "counts");
    Matrix halves = EigenpairShares.halves(all.without((i, j) -> j == 1));
    assertArrayEquals(new float[][] {{0, .5f, 1, .5f}, {.5f, .5f, .5f, .5f}}, halves.toArray());
  }

  @Test
  void theSimplexIsProjectedOnTo() {
    Dense w = Dense.wrap(3, 2, new double[] {.5, 2, .4, 0, .3, -1});
    Simplex.project(w, 0);
    double[] expected = {.5 - .2 / 3, 1, .4 - .2 / 3, 0, .3 - .2 / 3, 0};
    for (int p = 0; p < 6; p++) {
      assertEquals(expected[p], w.values()[p], 1e-12);
    }
  }
}

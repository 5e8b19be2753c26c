package org.latentfeature.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.Moments;

final class SpectrumTest {

  private static Spectrum spectrum(Matrix x) {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      return Spectrum.of(
          data.rows(List.of(new Moments.Limits()), StopSignal.NEVER),
          backend.algebra(),
          StopSignal.NEVER);
    }
  }

  /** Tall and wide, with noise small and such that the gap is small, K as many as there are. */
  @ParameterizedTest
  @CsvSource({"90, 30, 5, .01", "30, 90, 5, .01", "90, 30, 5, 1", "12, 40, 12, .1", "40, 9, 9, 1"})
  void leadingVectorsSpanWhatTheGramMatrixTakesLongest(int n, int d, int k, double sigma) {
    Spectrum spectrum = spectrum(SyntheticProblem.dense(n, d, k, sigma, 3).x());
    double[] values = spectrum.squaredSingularValues();
    Spectrum.Leading leading = spectrum.leading(k);
    assertTrue(leading.hasGap());
    Dense basis = leading.basis();
    Dense image = basis.times(spectrum.gram());
    double trace = 0;
    for (int i = 0; i < k; i++) {
      trace += basis.rowDot(i, image, i);
      for (int j = 0; j < k; j++) {
        assertEquals(i == j ? 1 : 0, basis.rowDot(i, basis, j), 1e-10);
      }
    }
    double sum = Arrays.stream(values, 0, k).sum();
    assertEquals(sum, trace, 1e-6 * values[k - 1]);
    assertEquals(sum, leading.sum(), 1e-6 * values[k - 1]);
    double rest = Arrays.stream(values).skip(k).sum();
    assertEquals(rest, leading.rest(), 1e-6 * rest + 1e-9 * values[0]);
    assertEquals(Arrays.stream(values).sum(), leading.total(), 1e-9 * leading.total());
  }

  /** One entry beside which rounding leaves nothing of the others: a rank of 1, not of K. */
  @ParameterizedTest
  @CsvSource({"200, 20, 4", "20, 200, 4", "30, 30, 20"})
  void whatRoundingTakesAwayIsNoRank(int n, int d, int k) {
    Matrix x = SyntheticProblem.dense(n, d, 4, .05, 3).x();
    x.set(0, 0, 0x1p60f);
    Spectrum.Leading leading = spectrum(x).leading(k);
    assertFalse(leading.hasGap());
    assertEquals(0x1p120, leading.total(), 0x1p100);
  }

  @Test
  void aSmoothSpectrumHasNoGap() {
    Matrix x = Matrix.allocate(60, 40);
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 40; j++) {
        x.set(i, j, (float) (CounterRandom.normal(4, i, j) * Math.pow(.9, j)));
      }
    }
    Spectrum spectrum = spectrum(x);
    for (int k = 1; k < 30; k++) {
      double[] values = spectrum.squaredSingularValues();
      if (values[k - 1] < 1.8 * values[k]) {
        assertFalse(spectrum.leading(k).hasGap(), "K = " + k);
      }
    }
  }

  /** Also where so little is left after the leading vectors that iteration drops directions. */
  @ParameterizedTest
  @CsvSource({"50, 20, 1", "20, 50, 1", "50, 20, 2", "9, 9, 2", "50, 20, 9"})
  void aRankBelowKHasNoGap(int n, int d, int rank) {
    Matrix x = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        x.set(i, j, i % rank == j % rank ? 3 : 0);
      }
    }
    Spectrum spectrum = spectrum(x);
    assertTrue(spectrum.leading(rank).hasGap());
    for (int k = rank + 1; k <= Math.min(n, d); k++) {
      Spectrum.Leading leading = spectrum.leading(k);
      assertFalse(leading.hasGap(), "K = " + k);
      assertEquals(0, leading.rest(), 1e-9 * leading.total());
    }
  }
}

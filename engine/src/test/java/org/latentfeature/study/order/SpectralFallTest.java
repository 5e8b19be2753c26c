package org.latentfeature.study.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.LoadedData;

/** Where singular values fall to the noise. */
class SpectralFallTest {

  /** Squares of values of which the first are {@code signal} and forty others noise. */
  private static double[] values(double... signal) {
    double[] squares = new double[signal.length + 40];
    for (int j = 0; j < squares.length; j++) {
      double value = j < signal.length ? signal[j] : 1 - .002 * j;
      squares[j] = value * value;
    }
    return squares;
  }

  @Test
  void theLastFarFallIsToTheNoise() {
    assertEquals(3, SpectralCounts.fall(values(9, 8, 7), 0));
    assertEquals(4, SpectralCounts.fall(values(220, 210, 200, 100), 0), "a weak feature");
    assertEquals(0, SpectralCounts.fall(values(9, 8, 3), 0), "3 is about as far from 8 as from 1");
    assertEquals(0, SpectralCounts.fall(values(9000, 8000, 2), 0), "noise, or features as weak");
    assertEquals(0, SpectralCounts.fall(values(1.6, 1.5, 1.4), 0));
    double[] rest = values(9, 8, 7);
    Arrays.fill(rest, 6, rest.length, .3);
    assertEquals(0, SpectralCounts.fall(rest, 0), "a fall within what follows");
  }

  /** Features of a few entries each have singular values that differ by factors. */
  @Tag("whole")
  @ParameterizedTest
  @CsvSource({
    "3000, 1100, 120000, 1",
    "3000, 1100, 120000, 2",
    "3000, 1100, 120000, 3",
    "20000, 3000, 1500000, 3"
  })
  void twentyFeaturesOfSparseRowsAreCounted(int rows, int cols, int nonzeros, long seed) {
    SparseRows x = new SparseProblem(rows, cols, 20, nonzeros, .01, seed).draw().x();
    try (Backend backend = Backends.open("java", 2).backend();
        LoadedData data = new LoadedData(backend, x)) {
      assertEquals(20, Objects.requireNonNull(SpectralCounts.of(data, StopSignal.NEVER)).gap());
    }
  }
}

package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.SparseSource;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;

/** What the reduced rows keep of X. */
final class SpectralReductionTest {

  private static SpectralReduction reduce(LoadedData x, int size, boolean withGram) {
    Dense dense = x.x().toDense();
    Dense gram = withGram ? dense.transpose().times(dense) : null;
    return SpectralReduction.of(x, size, gram, Algebra.JAVA, StopSignal.NEVER);
  }

  private static double tail(Matrix x, int from) {
    Dense dense = x.toDense();
    double[] values = Algebra.JAVA.eigenvalues(dense.transpose().times(dense));
    double sum = 0;
    for (int i = from; i < values.length; i++) {
      sum += values[i];
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"true, .03", "false, .1"})
  void theLeadingVectorsStay(boolean withGram, double more) {
    Matrix x = SyntheticProblem.dense(71, 37, 4, .5, 3).x();
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        LoadedData data = new LoadedData(backend, x);
        SpectralReduction reduced = reduce(data, 9, withGram)) {
      Matrix kept = reduced.rows().x();
      assertEquals(71, kept.rows());
      assertEquals(9, kept.cols());
      double norm = x.facts().squaredNorm();
      assertEquals(norm, kept.facts().squaredNorm() + reduced.dropped(), 1e-6 * norm);
      double least = tail(x, 9);
      assertTrue(reduced.dropped() >= least * (1 - 1e-6));
      assertTrue(
          reduced.dropped() <= least * (1 + more),
          () -> reduced.dropped() + " dropped of at least " + least);
    }
  }

  /** Inner products of rows are all that the fits see. */
  @ParameterizedTest
  @CsvSource({"true, 3", "false, 3", "true, 8", "false, 8", "true, 23"})
  void dataOfLowRankKeepAllInnerProducts(boolean withGram, int size) {
    Matrix x = SyntheticProblem.dense(29, 31, 3, 0, 4).x();
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        LoadedData data = new LoadedData(backend, x);
        SpectralReduction reduced = reduce(data, size, withGram)) {
      Dense whole = x.toDense();
      Dense kept = reduced.rows().x().toDense();
      double[] expected = whole.timesTransposed(whole).values();
      double[] found = kept.timesTransposed(kept).values();
      for (int i = 0; i < expected.length; i++) {
        assertEquals(expected[i], found[i], 1e-4);
      }
      assertEquals(0, reduced.dropped(), 1e-5 * x.facts().squaredNorm());
    }
  }

  /** The leading vectors of sparse rows to a small angle, also where noise has no gap beyond. */
  @ParameterizedTest
  @CsvSource({"9, 4", "5, 4", "37, 4", "50, 4"})
  void sparseRowsKeepTheirLeadingVectors(int size, int k) {
    Matrix x = SyntheticProblem.dense(71, 37, k, .5, 3).x();
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        LoadedData data = new LoadedData(backend, SparseSource.of(x));
        SpectralReduction reduced =
            SpectralReduction.ofSparse(data, size, k, Algebra.JAVA, StopSignal.NEVER)) {
      Matrix kept = reduced.rows().x();
      assertEquals(Math.min(37, size), kept.cols());
      double norm = x.facts().squaredNorm();
      assertEquals(norm, kept.facts().squaredNorm() + reduced.dropped(), 1e-6 * norm);
      double least = tail(x, k);
      double rest = reduced.dropped() + tail(kept, k);
      assertTrue(rest >= least - 1e-6 * norm, () -> rest + " beyond K, below " + least);
      assertTrue(rest <= least + 1e-6 * norm, () -> rest + " beyond K, of at least " + least);
    }
  }

  /** Noise of columns of unequal size, independent of the leading vectors. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 30"})
  void noiseThatTheLeadingVectorsHideIsExpected(double quiet, double loud) {
    int n = 4000;
    int d = 40;
    // Two vectors: one on the first four columns, the other on all.
    Dense leading = new Dense(2, d);
    for (int j = 0; j < d; j++) {
      leading.set(0, j, j < 4 ? .5 : 0);
      leading.set(1, j, j < 4 ? 0 : 1 / 6.0);
    }
    Dense noise = new Dense(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        noise.set(i, j, (j < 4 ? loud : quiet) * CounterRandom.normal(3, i, j));
      }
    }
    Dense gram = noise.transpose().times(noise);
    double[] squares = new double[d];
    double all = 0;
    for (int j = 0; j < d; j++) {
      squares[j] = gram.get(j, j);
      all += squares[j];
    }
    Dense image = leading.times(gram);
    double inside = image.rowDot(0, leading, 0) + image.rowDot(1, leading, 1);
    double expected = inside / (all - inside);
    double hidden = SpectralReduction.hidden(leading, image, squares, Algebra.JAVA);
    assertEquals(expected, hidden, .05 * expected);
    assertEquals(loud == quiet, Math.abs(hidden - 2.0 / (d - 2)) < .005);
  }

  /**
   * Four features, each nearly a column of its own: what they show of their noise beside the
   * leading vectors is rounding, and what four others show of theirs is not.
   */
  @Test
  void columnsThatHideTheirNoiseAreAsNoisyAsTheirLikes() {
    int n = 4000;
    int d = 60;
    Dense leading = new Dense(8, d);
    for (int k = 0; k < 8; k++) {
      double rest = k < 4 ? 1e-4 : .1;
      leading.set(k, 2 * k, Math.sqrt(1 - rest));
      leading.set(k, 2 * k + 1, Math.sqrt(rest));
    }
    Dense noise = new Dense(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        noise.set(i, j, (j < 16 ? 3 : .1) * CounterRandom.normal(5, i, j));
      }
    }
    Dense gram = noise.transpose().times(noise);
    double[] squares = new double[d];
    double all = 0;
    for (int j = 0; j < d; j++) {
      squares[j] = gram.get(j, j);
      all += squares[j];
    }
    Dense image = leading.times(gram);
    Dense within = image.timesTransposed(leading);
    double inside = 0;
    for (int k = 0; k < 8; k++) {
      inside += within.get(k, k);
    }
    double expected = inside / (all - inside);
    double hidden = SpectralReduction.hidden(leading, image, squares, Algebra.JAVA);
    assertEquals(expected, hidden, .05 * expected);
  }
}

package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.RandomStream;

class PredictiveDensityTest {

  private static Matrix gaussian(int n, int d, long seed) {
    RandomStream random = new RandomStream(seed, "test");
    Matrix x = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        x.set(i, j, (float) random.nextGaussian());
      }
    }
    return x;
  }

  private static double evidence(Matrix x, BinaryMatrix z, Scales scales) {
    LiveColumns columns = new LiveColumns(z);
    SumProducts sums = new BlockProducts(x, Algebra.JAVA);
    sums.start(columns);
    return new ColumnEvidence(
            x.rows(), x.cols(), sums.squaredNorm(), columns.gram(), sums.inner(columns))
        .log(scales);
  }

  /**
   * p(x | X, Z) = Σ_z p(z | Z) p(X, x | Z, z) / p(X | Z), each by the evidence of one row more; in
   * the finite model nothing is left out.
   */
  @Test
  void itIsARatioOfEvidences() {
    int n = 12;
    int k = 3;
    Matrix all = gaussian(n + 1, 5, 1);
    Matrix x = Matrix.allocate(n, 5);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < 5; j++) {
        x.set(i, j, all.get(i, j));
      }
    }
    RandomStream random = new RandomStream(2, "test");
    BinaryMatrix z = BinaryMatrix.empty(n);
    for (int f = 0; f < k; f++) {
      boolean[] bits = new boolean[n];
      for (int i = 0; i < n; i++) {
        bits[i] = random.nextDouble() < 0.5;
      }
      z = z.with(BitVector.of(bits));
    }
    Scales scales = new Scales(0.8, 1.1);
    FeaturePrior prior = new FiniteFeatures(2, k);
    double expected = 0;
    double below = evidence(x, z, scales) + prior.log(z);
    for (int code = 0; code < 1 << k; code++) {
      BinaryMatrix longer = BinaryMatrix.empty(n + 1);
      for (int f = 0; f < k; f++) {
        boolean[] bits = new boolean[n + 1];
        for (int i = 0; i < n; i++) {
          bits[i] = z.get(i, f);
        }
        bits[n] = (code >> f & 1) != 0;
        longer = longer.with(BitVector.of(bits));
      }
      expected += Math.exp(evidence(all, longer, scales) + prior.log(longer) - below);
    }
    ChainState state = new ChainState(1, z, scales, prior);
    Dense dictionary = PredictiveDensity.dictionary(state, x);
    Matrix row = Matrix.allocate(1, 5);
    for (int j = 0; j < 5; j++) {
      row.set(0, j, all.get(n, j));
    }
    PredictiveDensity density = new PredictiveDensity(state, dictionary);
    assertTrue(density.isExact());
    assertEquals(Math.log(expected), PredictiveDensity.log(List.of(density), row)[0], 1e-6);
  }

  /** Of known entries it is the density of a model of their columns. */
  @Test
  void missingEntriesAreLeftOut() {
    Matrix x = gaussian(30, 5, 3);
    BinaryMatrix z = RandomIncidence.coins(30, 3, 4);
    ChainState state = new ChainState(1, z, new Scales(0.8, 1), new InfiniteFeatures(1.5));
    Matrix row = Matrix.allocate(1, 5);
    Matrix some = Matrix.allocate(30, 3);
    Matrix known = Matrix.allocate(1, 3);
    for (int j = 0; j < 5; j++) {
      row.set(0, j, j % 2 == 0 ? x.get(7, j) : Float.NaN);
      for (int i = 0; j % 2 == 0 && i < 30; i++) {
        some.set(i, j / 2, x.get(i, j));
      }
    }
    known.setRow(0, new float[] {x.get(7, 0), x.get(7, 2), x.get(7, 4)});
    PredictiveDensity all = new PredictiveDensity(state, PredictiveDensity.dictionary(state, x));
    PredictiveDensity three =
        new PredictiveDensity(state, PredictiveDensity.dictionary(state, some));
    assertEquals(
        PredictiveDensity.log(List.of(three), known)[0],
        PredictiveDensity.log(List.of(all), row)[0],
        1e-9);
  }

  /** The visited codes are a lower bound that misses little. */
  @Test
  void visitedCodesAreALowerBound() {
    int k = 8;
    Matrix x = gaussian(60, 20, 3);
    BinaryMatrix z = RandomIncidence.coins(60, k, 4);
    ChainState state = new ChainState(1, z, new Scales(0.8, 1), new FiniteFeatures(k, k));
    Dense dictionary = PredictiveDensity.dictionary(state, x);
    PredictiveDensity all = new PredictiveDensity(state, dictionary);
    PredictiveDensity visited = new PredictiveDensity(state, dictionary, 4);
    assertFalse(visited.isExact());
    double[] exact = PredictiveDensity.log(List.of(all), x);
    double[] below = PredictiveDensity.log(List.of(visited), x);
    double missed = 0;
    for (int i = 0; i < exact.length; i++) {
      assertTrue(below[i] <= exact[i] + 1e-9, below[i] + " above " + exact[i]);
      missed += (exact[i] - below[i]) / exact.length;
    }
    assertTrue(missed > 0 && missed < 0.3, "missed " + missed);
  }
}

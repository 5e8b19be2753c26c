package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

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
    assertEquals(Math.log(expected), PredictiveDensity.log(List.of(density), row, 2)[0], 1e-6);
  }

  /** As many threads as the backend has, not as many as the machine. */
  @Test
  void rowsAreSharedByTheThreadsThatAreGiven() {
    Matrix x = gaussian(2000, 5, 3);
    BinaryMatrix z = RandomIncidence.coins(2000, 3, 4);
    ChainState state = new ChainState(1, z, new Scales(0.8, 1), new InfiniteFeatures(1.5));
    List<PredictiveDensity> densities =
        List.of(new PredictiveDensity(state, PredictiveDensity.dictionary(state, x)));
    for (int threads : List.of(1, 3)) {
      Set<Thread> seen = ConcurrentHashMap.newKeySet();
      PredictiveDensity.forRows(
          densities, x, threads, (i, sums) -> seen.add(Thread.currentThread()));
      assertTrue(seen.size() <= threads, seen::toString);
      assertTrue(threads > 1 || seen.contains(Thread.currentThread()), seen::toString);
    }
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
        PredictiveDensity.log(List.of(three), known, 2)[0],
        PredictiveDensity.log(List.of(all), row, 2)[0],
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
    double[] exact = PredictiveDensity.log(List.of(all), x, 2);
    double[] below = PredictiveDensity.log(List.of(visited), x, 2);
    double missed = 0;
    for (int i = 0; i < exact.length; i++) {
      assertTrue(below[i] <= exact[i] + 1e-9, below[i] + " above " + exact[i]);
      missed += (exact[i] - below[i]) / exact.length;
    }
    assertTrue(missed > 0 && missed < 0.3, "missed " + missed);
  }

  /** P(z_k = 1 | x) is the share of the codes with the bit, also where an entry is missing. */
  @Test
  void inclusionIsTheShareOfTheCodes() {
    int k = 3;
    Matrix x = gaussian(9, 5, 2);
    BinaryMatrix z = RandomIncidence.coins(9, k, 6);
    ChainState state = new ChainState(1, z, new Scales(0.8, 1.1), new FiniteFeatures(2, k));
    Dense dictionary = PredictiveDensity.dictionary(state, x);
    PredictiveDensity density = new PredictiveDensity(state, dictionary);
    Matrix row = gaussian(1, 5, 9);
    row.set(0, 3, Float.NaN);
    Dense inverse = new Dense(k, k);
    Dense regular = new LiveColumns(z).gram();
    for (int f = 0; f < k; f++) {
      regular.set(f, f, regular.get(f, f) + state.scales().ratio());
      inverse.set(f, f, 1);
    }
    Cholesky.of(regular).solve(inverse);
    double all = 0;
    double[] on = new double[k];
    for (int code = 0; code < 1 << k; code++) {
      double a = 0;
      double weight = 1;
      for (int f = 0; f < k; f++) {
        double share = (z.column(f).count() + 2.0 / k) / (9 + 1 + 2.0 / k);
        weight *= bit(code, f) == 1 ? share : 1 - share;
        for (int g = 0; g < k; g++) {
          a += bit(code, f) * bit(code, g) * inverse.get(f, g);
        }
      }
      double variance = 0.8 * 0.8 * (1 + a);
      for (int j = 0; j < 5; j++) {
        double residual = row.get(0, j);
        for (int f = 0; f < k; f++) {
          residual -= bit(code, f) * dictionary.get(f, j);
        }
        weight *=
            j == 3
                ? 1
                : Math.exp(-residual * residual / (2 * variance))
                    / Math.sqrt(2 * Math.PI * variance);
      }
      all += weight;
      for (int f = 0; f < k; f++) {
        on[f] += bit(code, f) * weight;
      }
    }
    Dense inclusion =
        PredictiveDensity.inclusion(List.of(density), List.of(new int[] {2, -1, 0}), row, 2);
    assertEquals(on[2] / all, inclusion.get(0, 0), 1e-9);
    assertEquals(0, inclusion.get(0, 1), 0);
    assertEquals(on[0] / all, inclusion.get(0, 2), 1e-9);
  }

  private static int bit(int code, int f) {
    return code >> f & 1;
  }

  /** Bits that are all sure are those of a sample. */
  @Test
  void sureBitsHaveTheDensityOfTheirCodes() {
    Matrix x = gaussian(12, 5, 7);
    BinaryMatrix z = RandomIncidence.coins(12, 3, 8);
    ChainState state = new ChainState(1, z, new Scales(0.8, 1.1), new InfiniteFeatures(1.3));
    Dense inclusion = new Dense(12, 3);
    for (int i = 0; i < 12; i++) {
      for (int k = 0; k < 3; k++) {
        inclusion.set(i, k, z.get(i, k) ? 1 : 0);
      }
    }
    BitProbabilities bits = new BitProbabilities(inclusion, state.scales(), state.prior());
    Posterior posterior = bits.posterior(z, x);
    Dense dictionary = PredictiveDensity.dictionary(state, x);
    assertArrayEquals(dictionary.values(), posterior.mean().values(), 1e-9);
    assertFalse(posterior.isSampled() || posterior.isComparable());
    assertTrue(Convergence.Agreement.of(posterior).sentence().contains("no chains"));
    Matrix rows = gaussian(4, 5, 9);
    assertArrayEquals(
        PredictiveDensity.log(List.of(new PredictiveDensity(state, dictionary)), rows, 2),
        PredictiveDensity.log(List.of(new PredictiveDensity(bits, posterior.mean())), rows, 2),
        1e-9);
  }
}

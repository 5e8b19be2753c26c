package org.latentfeature.bench.precision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;

/** Sweeps equal plain loops, and lower no objective. */
final class AtOnceVectorsTest {

  private static final SmallResidual SMALL = SmallResidual.of(150, 37, 5);
  private static final int RANK = 5;

  static Stream<SearchVariant> variants() {
    return SMALL.variants().stream();
  }

  private static AtOnceVectors vectors(SearchVariant variant) {
    return new AtOnceVectors(SMALL.products(variant), variant.schedule(), 0);
  }

  @Test
  void schedulesTakeAllRows() {
    assertEquals(64, RowSchedule.blocks(64).size(150));
    assertEquals(3, RowSchedule.blocks(64).count(150));
    assertEquals(50, RowSchedule.blocks(64).size(50));
    assertEquals(38, RowSchedule.phases(4).size(150));
    assertEquals(4, RowSchedule.phases(4).count(150));
    assertEquals(1, RowSchedule.phases(1).count(150));
    assertEquals(3, RowSchedule.phases(8).count(3));
  }

  /** A sweep by its definition: the dummy without its own share, then blocks with theirs. */
  private static double[][] swept(double[][] a, Dense start, RowSchedule schedule, long seed) {
    int n = a.length;
    double[][] v = start.toArray();
    double[] total = new double[a[0].length];
    for (double[] row : a) {
      for (int j = 0; j < total.length; j++) {
        total[j] += row[j];
      }
    }
    double[][] s = sums(a, v, total);
    double[] g = gradient(s, total);
    for (int k = 0; k < g.length; k++) {
      g[k] -= Dense.dot(total, 0, total, 0, total.length) * v[n][k];
    }
    v[n] = unit(g);
    int size = schedule.size(n);
    for (int b : CounterRandom.permutation(seed, schedule.count(n))) {
      s = sums(a, v, total);
      for (int i = b * size; i < Math.min(n, (b + 1) * size); i++) {
        v[i] = unit(gradient(s, a[i]));
      }
    }
    return v;
  }

  private static double[][] sums(double[][] a, double[][] v, double[] total) {
    double[][] s = new double[v[0].length][total.length];
    for (int i = 0; i < v.length; i++) {
      for (int k = 0; k < s.length; k++) {
        Dense.addScaled(s[k], 0, i < a.length ? a[i] : total, 0, total.length, v[i][k]);
      }
    }
    return s;
  }

  private static double[] gradient(double[][] s, double[] row) {
    double[] g = new double[s.length];
    for (int k = 0; k < g.length; k++) {
      g[k] = Dense.dot(s[k], 0, row, 0, row.length);
    }
    return g;
  }

  private static double[] unit(double[] g) {
    double norm = Math.sqrt(Dense.dot(g, 0, g, 0, g.length));
    double[] unit = new double[g.length];
    for (int k = 0; k < g.length; k++) {
      unit[k] = g[k] / norm;
    }
    return unit;
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aSweepEqualsPlainLoops(SearchVariant variant) {
    AtOnceVectors vectors = vectors(variant);
    vectors.start(RANK, 3);
    double[][] expected = swept(SMALL.residual(), vectors.toDense(), variant.schedule(), 4);
    vectors.sweep(4);
    Dense found = vectors.toDense();
    // A row whose gradient nearly vanishes may turn anywhere; there is none among these.
    double share = Math.max(1e-4, 30 * SmallResidual.unit(variant));
    for (int i = 0; i <= 150; i++) {
      for (int k = 0; k < RANK; k++) {
        assertEquals(expected[i][k], found.get(i, k), share, "row " + i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void noSweepLowersTheObjective(SearchVariant variant) {
    AtOnceVectors vectors = vectors(variant);
    vectors.start(RANK, 5);
    double before = vectors.value();
    double share = Math.max(1e-6, SmallResidual.unit(variant) / 100);
    for (int sweep = 0; sweep < 60; sweep++) {
      double objective = vectors.sweep(sweep);
      double value = vectors.value();
      assertTrue(value >= before * (1 - share), sweep + ": " + before + ", then " + value);
      assertEquals(value, objective, Math.max(1e-5, SmallResidual.unit(variant)) * value);
      before = value;
    }
  }

  @Test
  void startsAreThoseOfAnyBackend() {
    AtOnceVectors vectors =
        new AtOnceVectors(SMALL.products(SearchVariant.TODAY), RowSchedule.blocks(64), 7);
    vectors.start(RANK, 3);
    double norm = 0;
    double[] third = new double[RANK];
    for (int k = 0; k < RANK; k++) {
      third[k] = 2 * CounterRandom.uniform(3, 10, k) - 1;
      norm += third[k] * third[k];
    }
    for (int k = 0; k < RANK; k++) {
      assertEquals(third[k] / Math.sqrt(norm), vectors.toDense().get(2, k), 1e-6);
    }
    assertEquals(vectors.value(), vectors.sums().sums().squaredNorm() / 4, 1e-5 * vectors.value());
  }
}

package org.latentfeature.study.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.contract.SparseSource;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.difference.Overcomplete;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;

/** Of more columns than all singular values are computed for. */
class LeadingValuesTest {

  private static final int N = 1300;

  private static final int D = 1100;

  private static final int K = 5;

  private static final BinaryMatrix Z = Overcomplete.codes(N, K, .2, 5);

  private static final Dense W = dictionary();

  private static Dense dictionary() {
    Dense w = new Dense(K, D);
    for (int k = 0; k < K; k++) {
      for (int e = 0; e < 20; e++) {
        w.set(k, (int) (D * CounterRandom.uniform(3, k, e)), CounterRandom.normal(4, k, e));
      }
    }
    return w;
  }

  private static SparseRows product() {
    Matrix x = Matrix.allocate(N, D);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < D; j++) {
        double entry = 0;
        for (int k : Z.columnsOf(i)) {
          entry += W.get(k, j);
        }
        x.set(i, j, (float) entry);
      }
    }
    return SparseSource.of(x);
  }

  /** The eigenvalues of L ZᵀZ Lᵀ for W Wᵀ = LᵀL, with Z minus its mean if so asked. */
  private static double[] expected(boolean isCentred) {
    Dense gram = new Dense(K, K);
    for (int a = 0; a < K; a++) {
      for (int b = 0; b < K; b++) {
        double both = Z.column(a).dot(Z.column(b));
        double mean = (double) Z.column(a).count() * Z.column(b).count() / N;
        gram.set(a, b, isCentred ? both - mean : both);
      }
    }
    Dense lower = Algebra.JAVA.cholesky(W.timesTransposed(W));
    return Algebra.JAVA.eigenvalues(lower.transpose().times(gram).times(lower));
  }

  @Test
  void valuesAreThoseOfTheProduct() {
    SparseRows x = product();
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      LeadingValues.Both found = LeadingValues.of(data, x, 8, backend.algebra(), StopSignal.NEVER);
      assertValues(expected(false), found.whole().squares());
      assertValues(expected(true), found.centred().squares());
      assertEquals(K, found.whole().components(N, D).components());
    }
  }

  private static void assertValues(double[] expected, double[] found) {
    assertEquals(8, found.length);
    for (int k = 0; k < K; k++) {
      assertEquals(expected[k], found[k], 1e-5 * expected[k]);
    }
    for (int k = K; k < found.length; k++) {
      assertTrue(found[k] < 1e-9 * expected[0], "beyond the rank: " + found[k]);
    }
  }

  /** So many rows and columns that neither Gram matrix is computed. */
  @Test
  void featuresOfManyRowsAndColumnsAreCounted() {
    int n = 8300;
    int perRow = 4;
    BinaryMatrix z = Overcomplete.codes(n, K, .2, 5);
    int[] start = new int[n + 1];
    int[] column = new int[n * (20 * K + perRow)];
    float[] value = new float[column.length];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int k : z.columnsOf(i)) {
        for (int e = 0; e < 20; e++) {
          column[at] = (int) (n * CounterRandom.uniform(3, k, e));
          value[at++] = (float) CounterRandom.normal(4, k, e);
        }
      }
      for (int e = 0; e < perRow; e++) {
        column[at] = (int) (n * CounterRandom.uniform(7, i, e));
        value[at++] = (float) (.3 * CounterRandom.normal(8, i, e));
      }
      start[i + 1] = at;
    }
    SparseRows x = SparseRows.summing(n, n, start, column, value);
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      ChosenCount chosen =
          OrderSelection.choose(data, OrderSelection.Options.DEFAULT, FitListener.SILENT);
      assertEquals(K, chosen.features());
    }
  }

  /** Where more stand out than values were computed, how many is not known. */
  @Test
  void noCountIsGivenWhereAllValuesStandOut() {
    SparseRows x = product();
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      LeadingValues.Both found = LeadingValues.of(data, x, 3, backend.algebra(), StopSignal.NEVER);
      assertNull(SpectralCounts.of(found, N, D).uncentred());
    }
  }
}

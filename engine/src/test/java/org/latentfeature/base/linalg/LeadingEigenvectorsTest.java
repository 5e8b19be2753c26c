package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.progress.StoppedException;

class LeadingEigenvectorsTest {

  private static final int N = 331;

  private static double entry(int i) {
    return Math.sin(1.7 * i * i);
  }

  /** Q diag(values) Qᵀ. */
  private static Dense withValues(Dense vectors, double[] values) {
    Dense scaled = vectors.copy();
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        scaled.set(i, j, values[i] * vectors.get(i, j));
      }
    }
    return vectors.transpose().times(scaled);
  }

  /** With a ratio of 0.97 after each value no gap stands out; and with large first values. */
  @ParameterizedTest
  @CsvSource({"0.97, 1", "0.97, 10000", "0.7, 1", "0.999, 1"})
  void equalTheTrueOnes(double ratio, double first) {
    Dense vectors = Orthonormal.rows(RandomDense.normal(N, N, 5), 0);
    double[] values = new double[N];
    for (int i = 0; i < N; i++) {
      values[i] = Math.pow(ratio, i) * (i == 0 ? first : 1);
    }
    int k = 19;
    Dense found =
        LeadingEigenvectors.of(
            withValues(vectors, values), k, LeadingEigenvectorsTest::entry, Algebra.JAVA, () -> {});
    assertEquals(k, found.rows());
    // What of the true space lies in the space found.
    for (int i = 0; i < k; i++) {
      Dense inside = vectors.selectRows(new int[] {i}).timesTransposed(found);
      assertEquals(1, inside.rowNorm(0), 1e-12);
    }
  }

  /** Values that are equal have no vectors of their own, but together a space. */
  @Test
  void equalValuesAreAllFound() {
    Dense vectors = Orthonormal.rows(RandomDense.normal(N, N, 6), 0);
    double[] values = new double[N];
    for (int i = 0; i < N; i++) {
      values[i] = i < 12 ? 3 : 1.0 / (1 + i);
    }
    Dense found =
        LeadingEigenvectors.of(
            withValues(vectors, values),
            12,
            LeadingEigenvectorsTest::entry,
            Algebra.JAVA,
            () -> {});
    for (int i = 0; i < 12; i++) {
      Dense inside = vectors.selectRows(new int[] {i}).timesTransposed(found);
      assertEquals(1, inside.rowNorm(0), 1e-12);
    }
  }

  @Test
  void pauses() {
    Dense vectors = Orthonormal.rows(RandomDense.normal(N, N, 7), 0);
    assertThrows(
        StoppedException.class,
        () ->
            LeadingEigenvectors.of(
                withValues(vectors, new double[N]),
                3,
                LeadingEigenvectorsTest::entry,
                Algebra.JAVA,
                () -> {
                  throw new StoppedException();
                }));
  }
}

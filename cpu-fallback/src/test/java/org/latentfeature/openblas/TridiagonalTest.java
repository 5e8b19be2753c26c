package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigenvalues;

class TridiagonalTest {

  @BeforeAll
  static void libraryIsLoaded() {
    new OpenBlasProvider().open(Resources.DEFAULT).close();
  }

  /** Normal entries in the lower triangle; what is above must not be read. */
  private static Dense lower(int n, double size) {
    Random random = new Random(n);
    Dense a = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a.set(i, j, j <= i ? size * random.nextGaussian() : Double.NaN);
      }
    }
    return a;
  }

  /** On both sides of the panels' edges. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 31, 32, 33, 34, 63, 64, 65, 97, 150})
  void eigenvaluesAreThoseOfTheReference(int n) {
    for (double size : new double[] {1, 1e-200, 1e200}) {
      Dense a = lower(n, size);
      double[] expected = SymmetricEigenvalues.of(a);
      double[] found = Tridiagonal.eigenvalues(a, () -> {});
      for (int i = 0; i < n; i++) {
        assertEquals(expected[n - 1 - i], found[i], 1e-12 * n * size);
      }
    }
  }

  /** Columns of zeros, which no reflection is made from. */
  @Test
  void lowRank() {
    int n = 70;
    Dense a = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        a.set(i, j, (i < 40) == (j < 40) ? 1 : 0);
      }
    }
    double[] expected = new double[n];
    expected[n - 1] = 40;
    expected[n - 2] = 30;
    assertArrayEquals(expected, Tridiagonal.eigenvalues(a, () -> {}), 1e-12);
    assertArrayEquals(new double[n], Tridiagonal.eigenvalues(new Dense(n, n), () -> {}));
  }

  @Test
  void itEndsWithinItsWork() {
    int[] asked = {0};
    Runnable pause =
        () -> {
          if (++asked[0] == 150) {
            throw new IllegalStateException("enough");
          }
        };
    assertThrows(IllegalStateException.class, () -> Tridiagonal.eigenvalues(lower(200, 1), pause));
    assertEquals(150, asked[0]);
  }
}

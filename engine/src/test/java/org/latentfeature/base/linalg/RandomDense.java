package org.latentfeature.base.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;

/** Seeded matrices, and products by their definition to compare with. */
public final class RandomDense {

  private RandomDense() {}

  /** Entries i.i.d. N(0, 1). */
  public static Dense normal(int rows, int cols, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Dense a = new Dense(rows, cols);
    for (int i = 0; i < rows * cols; i++) {
      a.values()[i] = random.nextGaussian();
    }
    return a;
  }

  /** I + AAᵀ/n of a normal A: eigenvalues from 1 to about 5. */
  public static Dense definite(int n, long seed) {
    Dense a = normal(n, n, seed);
    Dense g = product(a, a.transpose());
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        g.set(i, j, g.get(i, j) / n + (i == j ? 1 : 0));
      }
    }
    return g;
  }

  /** A B entry by entry. */
  static Dense product(Dense a, Dense b) {
    Dense c = new Dense(a.rows(), b.cols());
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < b.cols(); j++) {
        double sum = 0;
        for (int p = 0; p < a.cols(); p++) {
          sum += a.get(i, p) * b.get(p, j);
        }
        c.set(i, j, sum);
      }
    }
    return c;
  }

  /** The upper triangle replaced by NaN, for what promises to read the lower one only. */
  public static Dense lowerOnly(Dense a) {
    Dense l = a.copy();
    for (int i = 0; i < a.rows(); i++) {
      for (int j = i + 1; j < a.cols(); j++) {
        l.set(i, j, Double.NaN);
      }
    }
    return l;
  }

  public static void assertClose(Dense expected, Dense actual, double tolerance) {
    assertEquals(expected.rows(), actual.rows());
    assertEquals(expected.cols(), actual.cols());
    assertArrayEquals(expected.values(), actual.values(), tolerance);
  }
}

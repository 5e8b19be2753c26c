package org.latentfeature.base.linalg;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Leading eigenpairs of a dense symmetric matrix, as {@link SymmetricEigenvalues} finds the values:
 * the rotations of its QL iteration are gathered, and the reflections before it undone for as many
 * vectors as are asked for.
 */
public final class SymmetricEigen {

  private final double[] values;
  private final Dense vectors;

  private SymmetricEigen(double[] values, Dense vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  /** The eigenvalues, the largest first. */
  public double[] values() {
    return values;
  }

  /** The eigenvectors, orthonormal rows, in the order of their values. */
  public Dense vectors() {
    return vectors;
  }

  /**
   * The {@code k} eigenpairs of {@code a} (n×n, symmetric; its lower triangle is read) that have
   * the largest eigenvalues.
   *
   * @param k 0 … n
   * @param pause run now and then; what it throws ends the computation
   * @throws ArithmeticException if the iteration does not converge, which finite input never causes
   */
  public static SymmetricEigen leading(Dense a, int k, Runnable pause) {
    int n = a.rows();
    double scale = SymmetricEigenvalues.scale(a);
    Dense reflections = SymmetricEigenvalues.scaled(a, scale);
    double[] all = new double[n];
    double[] off = new double[n];
    SymmetricEigenvalues.tridiagonalise(reflections, all, off, pause);
    Dense turned = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      turned.set(i, i, 1);
    }
    SymmetricEigenvalues.implicitQl(
        all,
        off,
        (i, c, s) -> {
          if (i == 0) {
            pause.run();
          }
          rotate(turned.values(), i * n, n, c, s);
        });
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -all[i]))
            .limit(k)
            .mapToInt(Integer::intValue)
            .toArray();
    Dense vectors = turned.selectRows(order);
    for (int i = 1; i < n; i++) {
      reflect(vectors, reflections.values(), i * n, i);
    }
    return new SymmetricEigen(
        IntStream.of(order).mapToDouble(i -> scale * all[i]).toArray(), vectors);
  }

  /** Rotates the rows of {@code n} entries that begin at {@code at} and after it. */
  private static void rotate(double[] v, int at, int n, double c, double s) {
    for (int j = at; j < at + n; j++) {
      double next = v[j + n];
      v[j + n] = s * v[j] + c * next;
      v[j] = c * v[j] - s * next;
    }
  }

  /** Reflects the first {@code count} coordinates of each row by the vector at {@code from}. */
  private static void reflect(Dense rows, double[] u, int from, int count) {
    double squares = 0;
    for (int j = 0; j < count; j++) {
      squares += u[from + j] * u[from + j];
    }
    double[] v = rows.values();
    for (int r = 0; squares > 0 && r < rows.rows(); r++) {
      int at = r * rows.cols();
      double product = 0;
      for (int j = 0; j < count; j++) {
        product += v[at + j] * u[from + j];
      }
      Dense.addScaled(v, at, u, from, count, -2 * product / squares);
    }
  }
}

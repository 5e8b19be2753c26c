package org.latentfeature.openblas;

import static org.bytedeco.openblas.global.openblas_full.CblasColMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasLower;
import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.openblas.global.openblas_full;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigenvalues;

/**
 * Reduces a symmetric matrix to a tridiagonal one with the same eigenvalues, by Householder
 * reflections in panels: Dongarra, Sorensen &amp; Hammarling 1989, as LAPACK's dsytrd, which cannot
 * be ended early.
 */
final class Tridiagonal implements AutoCloseable {

  /** Columns that are reduced before the rest of the matrix is brought up to date. */
  private static final int PANEL = 32;

  /**
   * Length below which a vector counts as zero, far below rounding errors of a matrix whose entries
   * are scaled to at most 2 in size.
   */
  private static final double TINY = 1e-290;

  private final int n;
  private final double scale;
  private final Runnable pause;
  private final double[] diagonal;
  private final double[] below;

  /** The matrix, column after column, of which the lower triangle counts; then reflections. */
  private final DoublePointer a;

  /** The factor W of the update A − V Wᵀ − W Vᵀ, by which a panel's reflections change the rest. */
  private final DoublePointer w;

  private final DoublePointer products = new DoublePointer(PANEL);

  private Tridiagonal(Dense matrix, Runnable pause) {
    n = matrix.rows();
    this.pause = pause;
    diagonal = new double[n];
    below = new double[n];
    scale = SymmetricEigenvalues.scale(matrix);
    a = new DoublePointer((long) n * n);
    w = new DoublePointer((long) n * PANEL);
    double[] column = new double[n];
    for (int j = 0; j < n; j++) {
      for (int i = j; i < n; i++) {
        column[i] = matrix.get(i, j) / scale;
      }
      at(j, j).put(column, j, n - j);
    }
  }

  /**
   * The eigenvalues of a symmetric matrix, of which the lower triangle is read, smallest first.
   *
   * @param pause run before each column; what it throws ends the reduction
   */
  static double[] eigenvalues(Dense matrix, Runnable pause) {
    try (Tridiagonal reduced = new Tridiagonal(matrix, pause)) {
      reduced.reduce();
      int status = openblas_full.LAPACKE_dsterf(reduced.n, reduced.diagonal, reduced.below);
      if (status != 0) {
        throw new ArithmeticException(
            "LAPACKE_dsterf of order %d returned %d".formatted(reduced.n, status));
      }
      for (int i = 0; i < reduced.n; i++) {
        reduced.diagonal[i] *= reduced.scale;
      }
      return reduced.diagonal;
    }
  }

  private void reduce() {
    for (int first = 0; first < n; first += PANEL) {
      int width = Math.min(PANEL, n - first);
      for (int j = 0; j < width; j++) {
        pause.run();
        update(first, j);
        if (first + j < n - 1) {
          project(first, j, reflect(first + j));
        }
      }
      int rest = first + width;
      if (rest < n) {
        openblas_full.cblas_dsyr2k(
            CblasColMajor,
            CblasLower,
            CblasNoTrans,
            n - rest,
            width,
            -1,
            at(rest, first),
            n,
            projection(rest, 0),
            n,
            1,
            at(rest, rest),
            n);
      }
    }
  }

  /** Takes from the panel's column j what the reflections before it in the panel change of it. */
  private void update(int first, int j) {
    int column = first + j;
    if (j > 0) {
      multiply(-1, at(column, first), column, j, projection(column, 0), n, at(column, column));
      multiply(-1, projection(column, 0), column, j, at(column, first), n, at(column, column));
    }
    diagonal[column] = at(column, column).get();
  }

  /**
   * Puts v of the reflection I − τ v vᵀ that takes all but the first entry below the diagonal to 0
   * in their place, and that entry into {@link #below}.
   *
   * @return τ
   */
  private double reflect(int column) {
    DoublePointer v = at(column + 1, column);
    DoublePointer rest = v.getPointer(1);
    int entries = n - column - 2;
    double alpha = v.get();
    double norm = entries == 0 ? 0 : openblas_full.cblas_dnrm2(entries, rest, 1);
    double length = Math.hypot(alpha, norm);
    boolean reflects = norm > 0 && length > TINY;
    below[column] = reflects ? -Math.copySign(length, alpha) : alpha;
    v.put(1);
    if (!reflects) {
      return 0;
    }
    openblas_full.cblas_dscal(entries, 1 / (alpha - below[column]), rest, 1);
    return (below[column] - alpha) / below[column];
  }

  /** w = τ A v − ½ τ² (vᵀ A v) v, A as the panel's reflections before this one leave it. */
  private void project(int first, int j, double tau) {
    int next = first + j + 1;
    int rows = n - next;
    DoublePointer v = at(next, first + j);
    DoublePointer into = projection(next, j);
    openblas_full.cblas_dsymv(
        CblasColMajor, CblasLower, rows, 1, at(next, next), n, v, 1, 0, into, 1);
    if (j > 0) {
      transposed(projection(next, 0), next, j, v);
      multiply(-1, at(next, first), next, j, products, 1, into);
      transposed(at(next, first), next, j, v);
      multiply(-1, projection(next, 0), next, j, products, 1, into);
    }
    openblas_full.cblas_dscal(rows, tau, into, 1);
    double along = -0.5 * tau * openblas_full.cblas_ddot(rows, into, 1, v, 1);
    openblas_full.cblas_daxpy(rows, along, v, 1, into, 1);
  }

  /** y += factor M x, M of the rows from {@code from} on and {@code cols} columns. */
  private void multiply(
      double factor,
      DoublePointer matrix,
      int from,
      int cols,
      DoublePointer x,
      int stride,
      DoublePointer y) {
    openblas_full.cblas_dgemv(
        CblasColMajor, CblasNoTrans, n - from, cols, factor, matrix, n, x, stride, 1, y, 1);
  }

  /** Mᵀ x, into {@link #products}. */
  private void transposed(DoublePointer matrix, int from, int cols, DoublePointer x) {
    openblas_full.cblas_dgemv(
        CblasColMajor, CblasTrans, n - from, cols, 1, matrix, n, x, 1, 0, products, 1);
  }

  private DoublePointer at(int row, int column) {
    return a.getPointer((long) column * n + row);
  }

  private DoublePointer projection(int row, int j) {
    return w.getPointer((long) j * n + row);
  }

  @Override
  public void close() {
    a.close();
    w.close();
    products.close();
  }
}

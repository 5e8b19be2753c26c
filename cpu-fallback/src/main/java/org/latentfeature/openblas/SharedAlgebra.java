package org.latentfeature.openblas;

import static org.bytedeco.openblas.global.openblas_full.CblasLeft;
import static org.bytedeco.openblas.global.openblas_full.CblasLower;
import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas_full.CblasRight;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;

import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.openblas.global.openblas_full;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;

/**
 * Operations in double precision, of large ones strips of rows or columns by threads. They work on
 * copies outside the heap: calls on arrays would copy all of each array in and back for each strip.
 */
final class SharedAlgebra {

  /** Rows or columns of a strip, at least: fewer are slow in themselves. */
  private static final int LEAST = 64;

  /** Columns of a factor that are found by one thread before all take them from the others. */
  private static final int PANEL = 128;

  /** The shapes of matrices that are cut into strips. */
  private enum Shape {
    /** A rectangle. */
    WHOLE,
    /** A lower triangle. */
    LOWER;

    int cut(int n, int i, int parts) {
      double share = (double) i / parts;
      return (int) Math.round(n * (this == LOWER ? Math.sqrt(share) : share));
    }
  }

  private final Blas blas;

  SharedAlgebra(Blas blas) {
    this.blas = blas;
  }

  /** Does the strip of rows or columns {@code from} to {@code to} (without). */
  @FunctionalInterface
  private interface Strip {
    void run(int from, int to);
  }

  /** Strips of {@code first} to {@code n}, one a thread, each as much work as the others. */
  private void strips(int first, int n, Shape shape, double products, Strip strip) {
    int threads = Math.min(blas.worth(products), Math.max(1, (n - first) / LEAST));
    Workers.share(
        threads,
        threads,
        StopSignal.NEVER,
        (worker, i) ->
            strip.run(
                first + shape.cut(n - first, i, threads),
                first + shape.cut(n - first, i + 1, threads)));
  }

  /** C = A B, A or B transposed if so said, the sums being of {@code inner} products. */
  void multiply(int transA, int transB, Dense a, Dense b, int inner, Dense c) {
    int m = c.rows();
    int n = c.cols();
    try (Arena own = new Arena()) {
      // In one piece, which the C library has at hand for the next call sooner than three.
      int ofA = a.values().length;
      int ofB = b.values().length;
      DoublePointer left = own.doubles((long) ofA + ofB + c.values().length).put(a.values());
      DoublePointer right = at(left, ofA).put(b.values());
      DoublePointer product = at(left, (long) ofA + ofB);
      boolean byRows = m >= n;
      strips(
          0,
          byRows ? m : n,
          Shape.WHOLE,
          2.0 * m * n * inner,
          (from, to) -> {
            int row = byRows ? from : 0;
            int col = byRows ? 0 : from;
            openblas_full.cblas_dgemm(
                CblasRowMajor,
                transA,
                transB,
                byRows ? to - from : m,
                byRows ? n : to - from,
                inner,
                1,
                at(left, transA == CblasTrans ? row : (long) row * a.cols()),
                a.cols(),
                at(right, transB == CblasTrans ? (long) col * b.cols() : col),
                b.cols(),
                0,
                at(product, (long) row * n + col),
                n);
          });
      product.get(c.values());
    }
  }

  /**
   * Adds A Aᵀ, or Aᵀ A if {@code transposed}, to the lower triangle of {@code gram} (n×n).
   *
   * @param a n×{@code inner}, or {@code inner}×n if transposed
   */
  void addGram(boolean transposed, DoublePointer a, int n, int inner, DoublePointer gram) {
    int stride = transposed ? n : inner;
    strips(
        0,
        n,
        Shape.LOWER,
        (double) n * n * inner,
        (from, to) -> addProducts(a, stride, from, to, transposed, inner, 1, gram, n));
  }

  /**
   * Adds {@code factor} times the rows {@code from} to {@code to} of the lower triangle of A Aᵀ, or
   * of Aᵀ A if {@code transposed}.
   */
  private static void addProducts(
      DoublePointer a,
      int stride,
      int from,
      int to,
      boolean transposed,
      int inner,
      double factor,
      DoublePointer into,
      int intoStride) {
    int first = transposed ? CblasTrans : CblasNoTrans;
    int second = transposed ? CblasNoTrans : CblasTrans;
    int rows = to - from;
    DoublePointer own = at(a, transposed ? from : (long) from * stride);
    DoublePointer left = at(into, (long) from * intoStride);
    DoublePointer corner = at(left, from);
    openblas_full.cblas_dgemm(
        CblasRowMajor,
        first,
        second,
        rows,
        from,
        inner,
        factor,
        own,
        stride,
        a,
        stride,
        1,
        left,
        intoStride);
    openblas_full.cblas_dsyrk(
        CblasRowMajor, CblasLower, first, rows, inner, factor, own, stride, 1, corner, intoStride);
  }

  /** L⁻¹ B in place of {@code b}. */
  void solveLower(Dense lower, Dense b) {
    try (Arena own = new Arena()) {
      DoublePointer l = own.doubles(lower.values());
      DoublePointer x = own.doubles(b.values());
      solveTriangular(l, lower.rows(), CblasNoTrans, x, b.cols());
      x.get(b.values());
    }
  }

  /** A⁻¹ B in place of {@code b}, which stays as it is if A is not positive definite. */
  void solve(Dense a, Dense b) {
    int n = a.rows();
    try (Arena own = new Arena()) {
      DoublePointer l = own.doubles(a.values());
      DoublePointer x = own.doubles(b.values());
      factorise(l, n);
      solveTriangular(l, n, CblasNoTrans, x, b.cols());
      solveTriangular(l, n, CblasTrans, x, b.cols());
      x.get(b.values());
    }
  }

  /** L of A = L Lᵀ in place of the lower triangle of {@code a}. */
  void factorise(Dense a) {
    try (Arena own = new Arena()) {
      DoublePointer l = own.doubles(a.values());
      factorise(l, a.rows());
      l.get(a.values());
    }
  }

  private void solveTriangular(
      DoublePointer lower, int n, int transposed, DoublePointer x, int columns) {
    strips(
        0,
        columns,
        Shape.WHOLE,
        (double) n * n * columns,
        (from, to) ->
            openblas_full.cblas_dtrsm(
                CblasRowMajor,
                CblasLeft,
                CblasLower,
                transposed,
                CblasNonUnit,
                n,
                to - from,
                1,
                lower,
                n,
                at(x, from),
                columns));
  }

  /**
   * The factor in place of A; panel after panel (LAPACK's blocked factorisation) if that is worth
   * more than one thread.
   */
  private void factorise(DoublePointer l, int n) {
    double later = Math.max(0, n - PANEL);
    int panel = blas.worth(PANEL * later * later) > 1 ? PANEL : n;
    for (int first = 0; first < n; first += panel) {
      int width = Math.min(panel, n - first);
      // The lower triangle by rows is the upper by columns, which LAPACKE need not turn.
      int minor =
          openblas_full.LAPACKE_dpotrf(
              openblas_full.LAPACK_COL_MAJOR,
              (byte) 'U',
              width,
              at(l, (long) first * n + first),
              n);
      if (minor != 0) {
        // Below 0 if there is NaN among them.
        throw new ArithmeticException(
            "matrix of %d×%d is not positive definite: its leading minor of order %d is not positive"
                .formatted(n, n, first + Math.max(1, minor)));
      }
      if (first + width < n) {
        solvePanel(l, n, first, width);
        subtractPanel(l, n, first, width);
      }
    }
  }

  /** The rows below a panel's corner, of the panel. */
  private void solvePanel(DoublePointer l, int n, int first, int width) {
    int rest = first + width;
    DoublePointer corner = at(l, (long) first * n + first);
    strips(
        rest,
        n,
        Shape.WHOLE,
        (double) width * width * (n - rest),
        (from, to) ->
            openblas_full.cblas_dtrsm(
                CblasRowMajor,
                CblasRight,
                CblasLower,
                CblasTrans,
                CblasNonUnit,
                to - from,
                width,
                1,
                corner,
                n,
                at(l, (long) from * n + first),
                n));
  }

  /** Subtracts the products of a panel from the rows and columns after it. */
  private void subtractPanel(DoublePointer l, int n, int first, int width) {
    int rest = first + width;
    DoublePointer panel = at(l, (long) rest * n + first);
    strips(
        rest,
        n,
        Shape.LOWER,
        (double) width * (n - rest) * (n - rest),
        (from, to) ->
            addProducts(
                panel,
                n,
                from - rest,
                to - rest,
                false,
                width,
                -1,
                at(l, (long) rest * n + rest),
                n));
  }

  private static DoublePointer at(DoublePointer p, long entry) {
    return p.getPointer(entry);
  }
}

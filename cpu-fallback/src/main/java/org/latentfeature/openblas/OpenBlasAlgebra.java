package org.latentfeature.openblas;

import static org.bytedeco.openblas.global.openblas_full.CblasLeft;
import static org.bytedeco.openblas.global.openblas_full.CblasLower;
import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;

import java.util.Arrays;
import org.bytedeco.openblas.global.openblas_full;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;

/** Double-precision BLAS and LAPACK on the Java heap; the copies cost O(K²) beside O(K³). */
final class OpenBlasAlgebra implements Algebra {

  /** Below this many multiplications a call costs more than the loop that it replaces. */
  private static final long SMALL = 20_000;

  /** Up to this order LAPACK's reduction, which cannot be ended, takes a tenth of a second. */
  private static final int BRIEF = 1000;

  private final Blas blas;
  private final Runnable pause;

  OpenBlasAlgebra(Blas blas) {
    this(blas, () -> {});
  }

  /**
   * Two threads factor a matrix of order 400 in nine tenths of the time of one, of 900 in two
   * thirds, and on a busy machine in five times as long.
   */
  private static final double THREADS_GAIN_LATER = 24;

  private OpenBlasAlgebra(Blas blas, Runnable pause) {
    this.blas = blas;
    this.pause = pause;
  }

  @Override
  public Algebra pausing(Runnable other) {
    return new OpenBlasAlgebra(blas, other);
  }

  @Override
  public Dense multiply(Dense a, Dense b) {
    pause.run();
    if (small(a.rows(), b.cols(), a.cols())) {
      return JAVA.multiply(a, b);
    }
    Dense c = new Dense(a.rows(), b.cols());
    gemm(CblasNoTrans, CblasNoTrans, a, b, a.cols(), c);
    return c;
  }

  @Override
  public Dense multiplyTransposed(Dense a, Dense b) {
    pause.run();
    if (small(a.rows(), b.rows(), a.cols())) {
      return JAVA.multiplyTransposed(a, b);
    }
    Dense c = new Dense(a.rows(), b.rows());
    gemm(CblasNoTrans, CblasTrans, a, b, a.cols(), c);
    return c;
  }

  @Override
  public Dense transposedMultiply(Dense a, Dense b) {
    pause.run();
    if (small(a.cols(), b.cols(), a.rows())) {
      return JAVA.transposedMultiply(a, b);
    }
    Dense c = new Dense(a.cols(), b.cols());
    gemm(CblasTrans, CblasNoTrans, a, b, a.rows(), c);
    return c;
  }

  private void gemm(int transA, int transB, Dense a, Dense b, int inner, Dense c) {
    blas.run(
        c.rows(),
        c.cols(),
        inner,
        () ->
            openblas_full.cblas_dgemm(
                CblasRowMajor,
                transA,
                transB,
                c.rows(),
                c.cols(),
                inner,
                1,
                a.values(),
                a.cols(),
                b.values(),
                b.cols(),
                0,
                c.values(),
                c.cols()));
  }

  @Override
  public Dense cholesky(Dense a) {
    pause.run();
    int n = a.rows();
    if (small(n, n, n)) {
      return JAVA.cholesky(a);
    }
    Dense lower = a.copy();
    blas.run(n, n, n / THREADS_GAIN_LATER, () -> factorise(lower));
    for (int i = 0; i < n; i++) {
      Arrays.fill(lower.values(), i * n + i + 1, (i + 1) * n, 0);
    }
    return lower;
  }

  private static void factorise(Dense lower) {
    int n = lower.rows();
    int status =
        openblas_full.LAPACKE_dpotrf(
            openblas_full.LAPACK_ROW_MAJOR, (byte) 'L', n, lower.values(), n);
    if (status != 0) {
      throw new ArithmeticException(
          "matrix is not positive definite: LAPACKE_dpotrf of %d×%d returned %d"
              .formatted(n, n, status));
    }
  }

  @Override
  public Dense solveLower(Dense lower, Dense b) {
    pause.run();
    int n = lower.rows();
    if (small(n, n, b.cols())) {
      return JAVA.solveLower(lower, b);
    }
    return solveTriangular(lower, CblasNoTrans, b);
  }

  @Override
  public Dense solve(Dense a, Dense b) {
    pause.run();
    int n = a.rows();
    if (small(n, n, n + b.cols())) {
      return JAVA.solve(a, b);
    }
    Dense lower = cholesky(a);
    Dense white = solveTriangular(lower, CblasNoTrans, b.copy());
    return solveTriangular(lower, CblasTrans, white);
  }

  /** L⁻¹ B or L⁻ᵀ B in place of {@code b}. */
  private Dense solveTriangular(Dense lower, int transposed, Dense b) {
    int n = lower.rows();
    blas.run(
        n,
        n,
        b.cols(),
        () ->
            openblas_full.cblas_dtrsm(
                CblasRowMajor,
                CblasLeft,
                CblasLower,
                transposed,
                CblasNonUnit,
                n,
                b.cols(),
                1,
                lower.values(),
                n,
                b.values(),
                b.cols()));
    return b;
  }

  private static boolean small(long m, long n, long k) {
    return m * n * k < SMALL;
  }

  @Override
  public double[] eigenvalues(Dense a) {
    pause.run();
    int n = a.rows();
    if (small(n, n, n)) {
      return JAVA.eigenvalues(a);
    }
    double[] values = new double[n];
    blas.run(
        n,
        n,
        n,
        () -> {
          double[] found = n <= BRIEF ? spectrum(a) : Tridiagonal.eigenvalues(a, pause);
          System.arraycopy(found, 0, values, 0, n);
        });
    for (int i = 0; i < n / 2; i++) {
      double t = values[i];
      values[i] = values[n - 1 - i];
      values[n - 1 - i] = t;
    }
    return values;
  }

  /** All eigenvalues, smallest first, by LAPACK as a whole. */
  private static double[] spectrum(Dense a) {
    int n = a.rows();
    double[] values = new double[n];
    int status =
        openblas_full.LAPACKE_dsyevd(
            openblas_full.LAPACK_ROW_MAJOR,
            (byte) 'N',
            (byte) 'L',
            n,
            a.values().clone(),
            n,
            values);
    if (status != 0) {
      throw new ArithmeticException("LAPACKE_dsyevd of %d×%d returned %d".formatted(n, n, status));
    }
    return values;
  }
}

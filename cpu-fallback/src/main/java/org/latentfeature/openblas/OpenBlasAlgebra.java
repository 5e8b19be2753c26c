package org.latentfeature.openblas;

import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;

import java.util.Arrays;
import org.bytedeco.openblas.global.openblas_full;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;

/** Double-precision BLAS and LAPACK; copies from and to the heap cost O(K²) beside O(K³). */
final class OpenBlasAlgebra implements Algebra {

  /** Below this many multiplications a call costs more than the loop that it replaces. */
  private static final long SMALL = 20_000;

  /** Up to this order LAPACK's reduction, which cannot be ended, takes a tenth of a second. */
  private static final int BRIEF = 1000;

  private final SharedAlgebra shared;
  private final Runnable pause;

  OpenBlasAlgebra(Blas blas) {
    this(new SharedAlgebra(blas), () -> {});
  }

  private OpenBlasAlgebra(SharedAlgebra shared, Runnable pause) {
    this.shared = shared;
    this.pause = pause;
  }

  @Override
  public Algebra pausing(Runnable other) {
    return new OpenBlasAlgebra(shared, other);
  }

  @Override
  public Dense multiply(Dense a, Dense b) {
    pause.run();
    if (small(a.rows(), b.cols(), a.cols())) {
      return JAVA.multiply(a, b);
    }
    Dense c = new Dense(a.rows(), b.cols());
    shared.multiply(CblasNoTrans, CblasNoTrans, a, b, a.cols(), c);
    return c;
  }

  @Override
  public Dense multiplyTransposed(Dense a, Dense b) {
    pause.run();
    if (small(a.rows(), b.rows(), a.cols())) {
      return JAVA.multiplyTransposed(a, b);
    }
    Dense c = new Dense(a.rows(), b.rows());
    shared.multiply(CblasNoTrans, CblasTrans, a, b, a.cols(), c);
    return c;
  }

  @Override
  public Dense transposedMultiply(Dense a, Dense b) {
    pause.run();
    if (small(a.cols(), b.cols(), a.rows())) {
      return JAVA.transposedMultiply(a, b);
    }
    Dense c = new Dense(a.cols(), b.cols());
    shared.multiply(CblasTrans, CblasNoTrans, a, b, a.rows(), c);
    return c;
  }

  @Override
  public Dense cholesky(Dense a) {
    pause.run();
    int n = a.rows();
    if (small(n, n, n)) {
      return JAVA.cholesky(a);
    }
    Dense lower = a.copy();
    shared.factorise(lower);
    for (int i = 0; i < n; i++) {
      Arrays.fill(lower.values(), i * n + i + 1, (i + 1) * n, 0);
    }
    return lower;
  }

  @Override
  public Dense solveLower(Dense lower, Dense b) {
    pause.run();
    int n = lower.rows();
    if (small(n, n, b.cols())) {
      return JAVA.solveLower(lower, b);
    }
    shared.solveLower(lower, b);
    return b;
  }

  @Override
  public Dense solve(Dense a, Dense b) {
    pause.run();
    int n = a.rows();
    if (small(n, n, n + b.cols())) {
      return JAVA.solve(a, b);
    }
    Dense x = b.copy();
    shared.solve(a, x);
    return x;
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
    double[] values = n <= BRIEF ? spectrum(a) : Tridiagonal.eigenvalues(a, pause);
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

package org.latentfeature.openblas;

import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;

import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_full;

/** The products used here, all of matrices held row after row without gaps. */
final class Blas {

  private Blas() {}

  /** C (m×n) = alpha·A (m×k)·B (k×n) + beta·C. */
  static void multiply(
      int m,
      int n,
      int k,
      float alpha,
      FloatPointer a,
      FloatPointer b,
      float beta,
      FloatPointer c) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, k, b, n, beta, c, n);
  }

  /** C (m×n) = alpha·A (m×k)·Bᵀ + beta·C with B (n×k). */
  static void multiplyTransposed(
      int m,
      int n,
      int k,
      float alpha,
      FloatPointer a,
      FloatPointer b,
      float beta,
      FloatPointer c) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, k, b, k, beta, c, n);
  }

  /** C (m×n) = Aᵀ·B + beta·C with A (k×m) whose rows are {@code lda} apart, B (k×n). */
  static void transposedMultiply(
      int m,
      int n,
      int k,
      float alpha,
      FloatPointer a,
      int lda,
      FloatPointer b,
      float beta,
      FloatPointer c) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, n, beta, c, n);
  }

  /** C = A·Aᵀ for A (n×k), the rows of C {@code ldc} apart. */
  static void gram(int n, int k, FloatPointer a, int ldc, FloatPointer c) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, n, n, k, 1, a, k, a, k, 0, c, ldc);
  }

  /** Sum of squares of {@code count} entries, products and sum in double precision. */
  static double squaredNorm(FloatPointer a, int count) {
    return openblas_full.cblas_dsdot(count, a, 1, a, 1);
  }
}

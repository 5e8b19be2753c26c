package org.latentfeature.openblas;

import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;

import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_full;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.ThreadTeam;
import org.latentfeature.base.progress.Workers;

/**
 * Products in single precision, all of matrices held row after row, and the threads that share
 * them. Every call of OpenBLAS is the calling thread's alone: threads that the library wakes for a
 * product wait busily for 25 ms after it, in the way of others, and their number is a setting of
 * the whole process.
 */
final class Blas {

  /** Flops that one thread does sooner than two; about a tenth of a millisecond. */
  private static final double WORTH_SHARING = 1e7;

  private final int threads;
  private double flops;

  /** For {@code threads} threads, as many as the machine has processors if 0. */
  Blas(int threads) {
    // Whoever else uses this OpenBLAS in the process gets one thread too.
    openblas_full.openblas_set_num_threads(1);
    this.threads = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
  }

  private Blas(Blas other) {
    threads = other.threads;
  }

  /**
   * Returns a copy of these settings for one step, which one thread calls: it counts the step's
   * work alone.
   */
  Blas ofStep() {
    return new Blas(this);
  }

  /** Threads for work of so many flops. */
  int worth(double products) {
    return products < WORTH_SHARING ? 1 : threads;
  }

  /** Most threads that share products. */
  int threads() {
    return threads;
  }

  /** Floating-point operations of all products so far, two a multiplication. */
  double flops() {
    return flops;
  }

  /** Counts flops of products that were shared otherwise. */
  void count(double products) {
    flops += products;
  }

  /**
   * Runs {@code work} on {@code size} threads in step.
   *
   * @param products flops of its products
   */
  void team(int size, double products, ThreadTeam.Work work) {
    flops += products;
    ThreadTeam.run(size, work);
  }

  /**
   * Runs pieces 0 … {@code count} − 1, each on the first of {@code most} threads that is free,
   * until {@code stop} is set.
   *
   * @param products flops of its products
   */
  void share(int most, int count, double products, StopSignal stop, Workers.Piece piece) {
    flops += products;
    Workers.share(most, count, stop, piece);
  }

  /** C (m×n) = scale·A (m×k)·Bᵀ with B (n×k). */
  static void multiplyTransposed(
      int m, int n, int k, float scale, FloatPointer a, FloatPointer b, FloatPointer c) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, scale, a, k, b, k, 0, c, n);
  }

  /** C (m×n) = A (m×k)·Bᵀ with B (n×k), rows {@code lda}, {@code ldb} and {@code ldc} apart. */
  static void multiplyTransposed(
      int m,
      int n,
      int k,
      FloatPointer a,
      int lda,
      FloatPointer b,
      int ldb,
      FloatPointer c,
      int ldc) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1, a, lda, b, ldb, 0, c, ldc);
  }

  /** C (m×n) = A (m×k)·B (k×n) + beta·C, rows {@code lda}, {@code ldb} and {@code ldc} apart. */
  static void multiply(
      int m,
      int n,
      int k,
      FloatPointer a,
      int lda,
      FloatPointer b,
      int ldb,
      float beta,
      FloatPointer c,
      int ldc) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, lda, b, ldb, beta, c, ldc);
  }

  /** C (m×n) = A (m×k)·B (k×n) + beta·C. */
  static void multiply(
      int m, int n, int k, FloatPointer a, FloatPointer b, float beta, FloatPointer c) {
    multiply(m, n, k, a, k, b, n, beta, c, n);
  }

  /** C (m×n) −= Aᵀ·B with A (k×m), B (k×n). */
  static void subtractTransposed(
      int m, int n, int k, FloatPointer a, FloatPointer b, FloatPointer c) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, -1, a, m, b, n, 1, c, n);
  }

  /** Copies {@code count} entries. */
  static void copy(int count, FloatPointer from, FloatPointer to) {
    openblas_full.cblas_scopy(count, from, 1, to, 1);
  }

  /** Sum of squares of {@code count} entries, products and sum in double precision. */
  static double squaredNorm(FloatPointer a, int count) {
    return openblas_full.cblas_dsdot(count, a, 1, a, 1);
  }
}

package org.latentfeature.openblas;

import static org.bytedeco.openblas.global.openblas_full.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_full.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_full.CblasTrans;

import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_full;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.ThreadTeam;
import org.latentfeature.progress.Workers;

/**
 * The products used here, all of matrices held row after row without gaps. Each runs on as many
 * threads as are worthwhile: OpenBLAS wakes its threads for every call, and they spin while they
 * wait, so two are slower than one on a small product, and many times slower on a busy machine.
 */
final class Blas {

  /** Multiplications below which one thread is used; about half a millisecond of one core. */
  private static final double WORTH_THREADS = 2e7;

  private final int threads;
  private double flops;

  /** Products on up to {@code threads} threads, all that the machine has if 0. */
  Blas(int threads) {
    this.threads =
        LibraryThreads.most(threads > 0 ? threads : Runtime.getRuntime().availableProcessors());
  }

  private Blas(Blas other) {
    threads = other.threads;
  }

  /** The same for one step, of one thread: it counts its own work. */
  Blas ofStep() {
    return new Blas(this);
  }

  /**
   * Flops of shared products below which one thread does all; about half a millisecond. Threads
   * that OpenBLAS has woken for a product wait busily for 25 ms after it, in the way of others.
   */
  private static final double WORTH_SHARING = 5e7;

  /** Threads for work of so many flops. */
  int worth(double products) {
    return products < WORTH_SHARING ? 1 : threads;
  }

  /** Most threads a product uses. */
  int threads() {
    return threads;
  }

  /** Floating-point operations of all products so far, two a multiplication. */
  double flops() {
    return flops;
  }

  /** Counts flops of products that threads have done alone. */
  void count(double products) {
    flops += products;
  }

  private void product(double m, double n, double k, Runnable call) {
    flops += 2 * m * n * k;
    run(m, n, k, call);
  }

  /** Runs {@code call} of the library, of {@code m·n·k} multiplications. */
  void run(double m, double n, double k, Runnable call) {
    LibraryThreads.run(m * n * k < WORTH_THREADS ? 1 : threads, call);
  }

  /** C (m×n) = A (m×k)·B (k×n) + beta·C. */
  void multiply(int m, int n, int k, FloatPointer a, FloatPointer b, float beta, FloatPointer c) {
    product(
        m,
        n,
        k,
        () ->
            openblas_full.cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, beta, c, n));
  }

  /** C (m×n) = A (m×k)·Bᵀ with B (n×k). */
  void multiplyTransposed(int m, int n, int k, FloatPointer a, FloatPointer b, FloatPointer c) {
    product(
        m,
        n,
        k,
        () ->
            openblas_full.cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1, a, k, b, k, 0, c, n));
  }

  /**
   * Runs {@code work} on {@code size} threads in step, where every product is one thread's, as in
   * {@link #shareProducts}.
   *
   * @param products flops of its products
   */
  void team(int size, double products, ThreadTeam.Work work) {
    flops += products;
    LibraryThreads.run(1, () -> ThreadTeam.run(size, work));
  }

  /**
   * Runs pieces 0 … {@code count} − 1, each on the first of this backend's threads that is free,
   * until {@code stop} is set. Every product is one thread's: pieces multiply by {@link
   * #multiplyTransposedAlone} and {@link #multiplyAlone}.
   */
  void shareProducts(int count, StopSignal stop, Workers.Piece piece) {
    shareProducts(threads, count, 0, stop, piece);
  }

  /**
   * The same, counting {@code products} flops.
   *
   * @param most threads that share the pieces
   */
  void shareProducts(int most, int count, double products, StopSignal stop, Workers.Piece piece) {
    flops += products;
    LibraryThreads.run(1, () -> Workers.share(most, count, stop, piece));
  }

  /** C (m×n) = scale·A (m×k)·Bᵀ with B (n×k), on the calling thread in {@link #shareProducts}. */
  static void multiplyTransposedAlone(
      int m, int n, int k, float scale, FloatPointer a, FloatPointer b, FloatPointer c) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, scale, a, k, b, k, 0, c, n);
  }

  /** C (m×n) = A (m×k)·Bᵀ with B (n×k), rows {@code lda}, {@code ldb} and {@code ldc} apart. */
  static void multiplyTransposedAlone(
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
  static void multiplyAlone(
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

  /** C (m×n) = A (m×k)·B (k×n) + beta·C, on the calling thread in {@link #shareProducts}. */
  static void multiplyAlone(
      int m, int n, int k, FloatPointer a, FloatPointer b, float beta, FloatPointer c) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, beta, c, n);
  }

  /** C (m×n) −= Aᵀ·B with A (k×m), B (k×n), on the calling thread in {@link #shareProducts}. */
  static void subtractTransposedAlone(
      int m, int n, int k, FloatPointer a, FloatPointer b, FloatPointer c) {
    openblas_full.cblas_sgemm(
        CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, -1, a, m, b, n, 1, c, n);
  }

  /** Copies {@code count} entries, on the calling thread. */
  static void copyAlone(int count, FloatPointer from, FloatPointer to) {
    openblas_full.cblas_scopy(count, from, 1, to, 1);
  }

  /** Sum of squares of {@code count} entries, products and sum in double precision. */
  double squaredNorm(FloatPointer a, int count) {
    double[] sum = new double[1];
    run(count, 1, 1, () -> sum[0] = squaredNormAlone(a, count));
    return sum[0];
  }

  /** The same on the calling thread. */
  static double squaredNormAlone(FloatPointer a, int count) {
    return openblas_full.cblas_dsdot(count, a, 1, a, 1);
  }
}

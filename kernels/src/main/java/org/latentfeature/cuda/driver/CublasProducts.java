package org.latentfeature.cuda.driver;

import static jcuda.jcublas.cublasOperation.CUBLAS_OP_N;
import static jcuda.jcublas.cublasOperation.CUBLAS_OP_T;

import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.JCublas2;
import jcuda.jcublas.cublasFillMode;
import jcuda.jcublas.cublasHandle;
import jcuda.jcublas.cublasMath;
import jcuda.runtime.cudaStream_t;

/** By cuBLAS, which reads columns, so that each matrix is its transpose there. */
final class CublasProducts implements Products, AutoCloseable {

  private static final Pointer ONE = Pointer.to(new float[] {1});
  private static final Pointer ZERO = Pointer.to(new float[] {0});
  private static final Pointer DOUBLE_ONE = Pointer.to(new double[] {1});
  private static final Pointer DOUBLE_ZERO = Pointer.to(new double[] {0});

  private final cublasHandle handle = new cublasHandle();
  private final CUdeviceptr workspace = new CUdeviceptr();

  /**
   * Starts cuBLAS.
   *
   * @param bytes of device memory to work in, held from now on: what cuBLAS takes by itself it
   *     takes in the middle of a fit
   */
  CublasProducts(CUstream stream, long bytes, boolean tensorFloat) {
    Status.driver(
        JCudaDriver.cuMemAlloc(workspace, bytes),
        () -> "cuMemAlloc of %,d bytes for cuBLAS".formatted(bytes));
    try {
      Status.blas(JCublas2.cublasCreate(handle), () -> "cublasCreate");
    } catch (RuntimeException e) {
      Release.after(e, this::free);
      throw e;
    }
    try {
      configure(stream, bytes, tensorFloat);
    } catch (RuntimeException e) {
      Release.after(e, this::close);
      throw e;
    }
  }

  private void configure(CUstream stream, long bytes, boolean tensorFloat) {
    Status.blas(
        JCublas2.cublasSetStream(handle, new cudaStream_t(stream)), () -> "cublasSetStream");
    // After the stream, which would bring cuBLAS's own back.
    Status.blas(JCublas2.cublasSetWorkspace(handle, workspace, bytes), () -> "cublasSetWorkspace");
    int mode = tensorFloat ? cublasMath.CUBLAS_TF32_TENSOR_OP_MATH : cublasMath.CUBLAS_DEFAULT_MATH;
    Status.blas(JCublas2.cublasSetMathMode(handle, mode), () -> "cublasSetMathMode(" + mode + ")");
  }

  /** cuBLAS's version, for example 12.6.0. */
  String version() {
    int[] version = new int[1];
    Status.blas(JCublas2.cublasGetVersion(handle, version), () -> "cublasGetVersion");
    return "%d.%d.%d".formatted(version[0] / 10000, version[0] / 100 % 100, version[0] % 100);
  }

  @Override
  public void rowsByRows(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c) {
    a.requireRoom((long) m * k);
    b.requireRoom((long) n * k);
    c.requireRoom((long) m * n);
    Status.blas(
        JCublas2.cublasSgemm(
            handle,
            CUBLAS_OP_T,
            CUBLAS_OP_N,
            n,
            m,
            k,
            ONE,
            b.pointer(),
            k,
            a.pointer(),
            k,
            ZERO,
            c.pointer(),
            n),
        () -> "cublasSgemm of %s: %d×%d times (%d×%d)ᵀ".formatted(c.name(), m, k, n, k));
  }

  @Override
  public void times(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c) {
    times(m, n, k, a, k, b, ZERO, c);
  }

  @Override
  public void addTimes(
      int m, int n, int k, DeviceBuffer a, int stride, DeviceBuffer b, DeviceBuffer c) {
    times(m, n, k, a, stride, b, ONE, c);
  }

  private void times(
      int m,
      int n,
      int k,
      DeviceBuffer a,
      int stride,
      DeviceBuffer b,
      Pointer keep,
      DeviceBuffer c) {
    a.requireRoom((m - 1L) * stride + k);
    b.requireRoom((long) k * n);
    c.requireRoom((long) m * n);
    Status.blas(
        JCublas2.cublasSgemm(
            handle,
            CUBLAS_OP_N,
            CUBLAS_OP_N,
            n,
            m,
            k,
            ONE,
            b.pointer(),
            n,
            a.pointer(),
            stride,
            keep,
            c.pointer(),
            n),
        () -> "cublasSgemm of %s: %d×%d times %d×%d".formatted(c.name(), m, k, k, n));
  }

  @Override
  public void combinations(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c) {
    a.requireRoom((long) k * m);
    b.requireRoom((long) k * n);
    c.requireRoom((long) m * n);
    Status.blas(
        JCublas2.cublasSgemm(
            handle,
            CUBLAS_OP_N,
            CUBLAS_OP_T,
            n,
            m,
            k,
            ONE,
            b.pointer(),
            n,
            a.pointer(),
            m,
            ZERO,
            c.pointer(),
            n),
        () -> "cublasSgemm of %s: (%d×%d)ᵀ times %d×%d".formatted(c.name(), k, m, k, n));
  }

  @Override
  public void grams(int count, int m, int k, DeviceBuffer a, DeviceBuffer c) {
    a.requireRoom((long) count * m * k);
    c.requireRoom((long) count * m * m);
    Status.blas(
        JCublas2.cublasSgemmStridedBatched(
            handle,
            CUBLAS_OP_T,
            CUBLAS_OP_N,
            m,
            m,
            k,
            ONE,
            a.pointer(),
            k,
            (long) m * k,
            a.pointer(),
            k,
            (long) m * k,
            ZERO,
            c.pointer(),
            m,
            (long) m * m,
            count),
        () -> "cublasSgemmStridedBatched of %s: %d of %d×%d".formatted(c.name(), count, m, k));
  }

  @Override
  public void addRowGram(int m, int k, DeviceBuffer a, boolean keep, DeviceBuffer c) {
    doubleGram(CUBLAS_OP_T, m, k, k, a, keep, c);
  }

  @Override
  public void addColumnGram(int m, int k, DeviceBuffer a, boolean keep, DeviceBuffer c) {
    doubleGram(CUBLAS_OP_N, m, k, m, a, keep, c);
  }

  private void doubleGram(
      int operation, int m, int k, int lead, DeviceBuffer a, boolean keep, DeviceBuffer c) {
    a.requireRoom((long) m * k);
    c.requireRoom((long) m * m);
    // The lower triangle of rows is the upper one of columns.
    Status.blas(
        JCublas2.cublasDsyrk(
            handle,
            cublasFillMode.CUBLAS_FILL_MODE_UPPER,
            operation,
            m,
            k,
            DOUBLE_ONE,
            a.pointer(),
            lead,
            keep ? DOUBLE_ONE : DOUBLE_ZERO,
            c.pointer(),
            m),
        () -> "cublasDsyrk of %s: %d rows, %d terms".formatted(c.name(), m, k));
  }

  private void free() {
    Status.driver(JCudaDriver.cuMemFree(workspace), () -> "cuMemFree of cuBLAS's workspace");
  }

  @Override
  public void close() {
    Release release = new Release();
    release.one(() -> Status.blas(JCublas2.cublasDestroy(handle), () -> "cublasDestroy"));
    release.one(this::free);
    release.done();
  }
}

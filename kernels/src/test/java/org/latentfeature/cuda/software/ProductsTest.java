package org.latentfeature.cuda.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.JCublas2;
import jcuda.jcublas.cublasFillMode;
import jcuda.jcublas.cublasOperation;
import jcuda.jcublas.cublasStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The products of cuBLAS against a plain loop, and their operands against their buffers. */
class ProductsTest extends GpuTest {

  private static final int N = cublasOperation.CUBLAS_OP_N;
  private static final int T = cublasOperation.CUBLAS_OP_T;

  @ParameterizedTest
  @CsvSource({
    "false, false, 37, 23, 301, 1, 0",
    "true, false, 37, 23, 301, 2, 0",
    "false, true, 101, 1, 5, 1, 0.5",
    "true, true, 1, 97, 300, -1, 1",
    "true, false, 1, 1, 1, 1, 0",
    "false, false, 200, 7, 17, 0, 2",
  })
  void singleProducts(boolean ta, boolean tb, int m, int n, int k, float alpha, float beta) {
    int lda = (ta ? k : m) + 3;
    int ldb = (tb ? n : k) + 1;
    int ldc = m + 2;
    float[] a = random(lda * (ta ? m : k));
    float[] b = random(ldb * (tb ? k : n));
    float[] c = random(ldc * n);
    CUdeviceptr out = gpu.upload(c);
    assertEquals(
        0,
        JCublas2.cublasSgemm(
            gpu.cublas,
            ta ? T : N,
            tb ? T : N,
            m,
            n,
            k,
            Pointer.to(new float[] {alpha}),
            gpu.upload(a),
            lda,
            gpu.upload(b),
            ldb,
            Pointer.to(new float[] {beta}),
            out,
            ldc));
    Gpu.check(gpu.synchronise());
    float[] found = gpu.floats(out, c.length);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < ldc; i++) {
        double sum = 0;
        for (int p = 0; p < k && i < m; p++) {
          sum += (double) a[ta ? i * lda + p : p * lda + i] * b[tb ? p * ldb + j : j * ldb + p];
        }
        // Between the columns nothing is touched.
        double expected = i < m ? alpha * sum + beta * c[j * ldc + i] : c[j * ldc + i];
        assertEquals(expected, found[j * ldc + i], 1e-4);
      }
    }
    assertEquals(
        new SoftwareCounters.CublasProducts(1, 2L * m * n * k),
        SoftwareDevice.counters().cublas().get("cublasSgemm"));
    assertEquals(List.of(), SoftwareDevice.faults());
  }

  @Test
  void batchesOfProducts() {
    int count = 5;
    float[] a = random(12 * count);
    float[] b = random(20 * count);
    CUdeviceptr out = gpu.allocate(4L * 15 * count);
    assertEquals(
        0,
        JCublas2.cublasSgemmStridedBatched(
            gpu.cublas,
            T,
            N,
            3,
            5,
            4,
            Pointer.to(new float[] {1}),
            gpu.upload(a),
            4,
            12,
            gpu.upload(b),
            4,
            20,
            Pointer.to(new float[] {0}),
            out,
            3,
            15,
            count));
    Gpu.check(gpu.synchronise());
    float[] found = gpu.floats(out, 15 * count);
    for (int l = 0; l < count; l++) {
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 5; j++) {
          float sum = 0;
          for (int p = 0; p < 4; p++) {
            sum += a[l * 12 + i * 4 + p] * b[l * 20 + j * 4 + p];
          }
          assertEquals(sum, found[l * 15 + j * 3 + i], 1e-5);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true, false, 0", "false, true, 2", "true, true, 0", "false, false, 1"})
  void symmetricProducts(boolean upper, boolean transposed, double beta) {
    int n = 19;
    int k = 45;
    int lda = (transposed ? k : n) + 2;
    double[] a = doubles(lda * (transposed ? n : k));
    double[] c = doubles(n * n);
    CUdeviceptr out = gpu.upload(c);
    assertEquals(
        0,
        JCublas2.cublasDsyrk(
            gpu.cublas,
            upper ? cublasFillMode.CUBLAS_FILL_MODE_UPPER : cublasFillMode.CUBLAS_FILL_MODE_LOWER,
            transposed ? T : N,
            n,
            k,
            Pointer.to(new double[] {1.5}),
            gpu.upload(a),
            lda,
            Pointer.to(new double[] {beta}),
            out,
            n));
    Gpu.check(gpu.synchronise());
    double[] found = gpu.doubles(out, n * n);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int p = 0; p < k; p++) {
          sum += transposed ? a[i * lda + p] * a[j * lda + p] : a[p * lda + i] * a[p * lda + j];
        }
        boolean inside = upper ? i <= j : i >= j;
        double expected = inside ? 1.5 * sum + beta * c[j * n + i] : c[j * n + i];
        assertEquals(expected, found[j * n + i], 1e-12);
      }
    }
  }

  @Test
  void doubleProducts() {
    CUdeviceptr out = gpu.allocate(8);
    assertEquals(
        0,
        JCublas2.cublasDgemm(
            gpu.cublas,
            N,
            N,
            1,
            1,
            2,
            Pointer.to(new double[] {1}),
            gpu.upload(1.0, 1e-12),
            1,
            gpu.upload(1.0, 1.0),
            2,
            Pointer.to(new double[] {0}),
            out,
            1));
    Gpu.check(gpu.synchronise());
    assertEquals(1 + 1e-12, gpu.doubles(out, 1)[0]);
  }

  @Test
  void hostPointer() {
    Pointer host = new Pointer();
    Gpu.check(JCudaDriver.cuMemAllocHost(host, 24));
    refused(
        product(new float[6], host, 3),
        "cublasSgemm: B, 2 x 2 with leading dimension 3, takes 20 bytes from host address");
  }

  @Test
  void leadingDimensionBelowTheRows() {
    refused(
        product(new float[6], gpu.upload(new float[6]), 1),
        "cublasSgemm: the leading dimension of B is 1, less than its 2 rows");
  }

  @Test
  void leadingDimensionThatLeavesTheBuffer() {
    refused(
        product(new float[6], gpu.upload(new float[6]), 5),
        "cublasSgemm: B, 2 x 2 with leading dimension 5, takes 28 bytes from buffer",
        "(24 bytes) + 0, which is not in one live buffer of the device");
  }

  @Test
  void operandNeverWritten() {
    assertEquals(0, product(new float[6], gpu.allocate(24), 3));
    assertEquals(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, gpu.synchronise());
    String fault = SoftwareDevice.faults().get(0);
    assertTrue(fault.contains("cublasSgemm: reads B[0,0] at buffer"), fault);
    assertTrue(fault.contains("which was never written"), fault);
  }

  /** C = A B of 2 x 2 matrices. */
  private int product(float[] a, Pointer b, int ldb) {
    return JCublas2.cublasSgemm(
        gpu.cublas,
        N,
        N,
        2,
        2,
        2,
        Pointer.to(new float[] {1}),
        gpu.upload(a),
        2,
        b,
        ldb,
        Pointer.to(new float[] {0}),
        gpu.allocate(16),
        2);
  }

  private static void refused(int status, String... words) {
    assertEquals(cublasStatus.CUBLAS_STATUS_INVALID_VALUE, status);
    List<String> faults = SoftwareDevice.faults();
    assertEquals(1, faults.size());
    for (String word : words) {
      assertTrue(faults.get(0).contains(word), () -> faults.get(0) + " lacks " + word);
    }
  }

  private static float[] random(int count) {
    double[] values = doubles(count);
    float[] floats = new float[count];
    for (int i = 0; i < count; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  private static double[] doubles(int count) {
    Random random = new Random(11);
    double[] values = new double[count];
    Arrays.setAll(values, i -> random.nextDouble() - 0.5);
    return values;
  }
}

package org.latentfeature.cuda.software;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import jcuda.driver.CUdeviceptr;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels without fault pass, and compute what they say. */
@Tag("device")
@ExtendWith(SoftwareOnly.class)
class HealthyKernelsTest {

  @BeforeAll
  static void load() {
    SoftwareDevice.load();
  }

  @AfterEach
  void nothingLeft() {
    List<String> faults = SoftwareDevice.faults();
    List<String> leaks = SoftwareDevice.leaks();
    SoftwareDevice.reset();
    assertEquals(List.of(), faults);
    assertEquals(List.of(), leaks);
  }

  @Test
  void everyThreadOfEveryBlockRuns() {
    try (Gpu gpu = new Gpu()) {
      float[] x = random(1000);
      CUdeviceptr onDevice = gpu.upload(x);
      Gpu.check(gpu.launch("scale", 8, 128, 0, onDevice, 2f, x.length));
      Gpu.check(gpu.synchronise());
      float[] scaled = gpu.floats(onDevice, x.length);
      for (int i = 0; i < x.length; i++) {
        assertEquals(2 * x[i], scaled[i]);
      }
    }
  }

  @Test
  void blocksOfACooperativeLaunchWaitForEachOther() {
    int blocks = 7;
    int rounds = 9;
    SoftwareDevice.resetCounters();
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr x = gpu.upload(new int[blocks]);
      Gpu.check(gpu.launchTogether("handed_on", blocks, 64, 0, x, rounds));
      Gpu.check(gpu.synchronise());
      int[] given = gpu.ints(x, blocks);
      for (int b = 0; b < blocks; b++) {
        assertEquals(10 * ((b + rounds) % blocks) + rounds, given[b]);
      }
    }
    SoftwareCounters.Kernel counted = SoftwareDevice.counters().kernel("handed_on");
    assertEquals(1, counted.launches());
    assertEquals(2 * rounds + 1, counted.barriers());
    // Each round once: a block's own number and its neighbour's are the same bytes.
    assertEquals(4L * blocks * rounds, counted.distinctRead());
    assertEquals(4L * blocks * (rounds + 1), counted.distinctWritten());
  }

  /** Of 64 threads, whose lanes are so many words apart. */
  @ParameterizedTest
  @CsvSource({"1, 4, 1", "2, 8, 2", "3, 12, 1", "8, 32, 8", "32, 32, 32", "33, 32, 1"})
  void requestsTakeSectorsAndPasses(int stride, int sectors, int passes) {
    int threads = 64;
    SoftwareCounters counters;
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr x = gpu.upload(random(threads * stride));
      CUdeviceptr y = gpu.allocate(4L * threads);
      SoftwareDevice.resetCounters();
      SoftwareDevice.countingRequests(
          () -> {
            Gpu.check(gpu.launch("strided", 1, threads, 4 * threads * stride, x, y, stride));
            Gpu.check(gpu.synchronise());
          });
      counters = SoftwareDevice.counters();
    }
    assertEquals(2, counters.kernel("strided").barriers());
    List<SoftwareCounters.Request> lines = counters.requests();
    assertEquals(3, lines.size());
    assertRequest(lines.get(0), new long[] {2, 2L * sectors, 8, 2, 2L * passes, 2});
    assertRequest(lines.get(1), new long[] {2, 8, 8, 2, 2L * passes, 2});
    // Every other word of four sectors, read and written.
    assertRequest(lines.get(2), new long[] {4, 16, 8, 0, 0, 0});
    assertEquals((8 + 8 + 8) / (2. * sectors + 8 + 16), counters.sectorsUsed("strided"), 1e-12);
    assertEquals(passes - 1, counters.conflicts("strided"), 1e-12);
  }

  /** Of 16 bytes, a quarter of a warp asks at once. */
  @Test
  void conflictsOfVectorsAreThoseOfQuartersOfWarps() {
    SoftwareCounters counters;
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr x = gpu.upload(new float[4 * 32]);
      CUdeviceptr y = gpu.allocate(4 * 32);
      SoftwareDevice.resetCounters();
      SoftwareDevice.countingRequests(
          () -> {
            Gpu.check(gpu.launch("meeting_vectors", 1, 32, 0, x, y));
            Gpu.check(gpu.synchronise());
          });
      counters = SoftwareDevice.counters();
    }
    SoftwareCounters.Request copied =
        counters.requests().stream().filter(r -> r.leastPasses() == 4).findFirst().orElseThrow();
    assertRequest(copied, new long[] {1, 16, 16, 1, 8, 4});
  }

  private static void assertRequest(SoftwareCounters.Request request, long[] expected) {
    assertArrayEquals(
        expected,
        new long[] {
          request.count(),
          request.sectors(),
          request.leastSectors(),
          request.sharedCount(),
          request.passes(),
          request.leastPasses()
        },
        request.line());
  }

  @Test
  void withoutBeingAskedNoRequestIsCounted() {
    SoftwareDevice.resetCounters();
    try (Gpu gpu = new Gpu()) {
      Gpu.check(gpu.launch("scale", 1, 32, 0, gpu.upload(random(32)), 2f, 32));
      Gpu.check(gpu.synchronise());
    }
    assertEquals(List.of(), SoftwareDevice.counters().requests());
  }

  @Test
  void shufflesAndVotesExchangeWithinTheWarp() {
    int rows = 6;
    float[] x = new float[rows * 32];
    float[] sums = new float[rows];
    int[] bits = new int[rows];
    for (int i = 0; i < x.length; i++) {
      x[i] = i % 7 - 3;
      sums[i / 32] += x[i];
      bits[i / 32] |= x[i] > 0 ? 1 << i % 32 : 0;
    }
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr sumsOut = gpu.allocate(4L * rows);
      CUdeviceptr bitsOut = gpu.allocate(4L * rows);
      Gpu.check(gpu.launch("warp_sums", 2, 96, 0, gpu.upload(x), sumsOut, bitsOut));
      Gpu.check(gpu.synchronise());
      assertArrayEquals(sums, gpu.floats(sumsOut, rows));
      assertArrayEquals(bits, gpu.ints(bitsOut, rows));
    }
  }

  @Test
  void barriersMakeDynamicSharedMemoryCommon() {
    float[] x = random(3001);
    double sum = 0;
    for (float v : x) {
      sum += v;
    }
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr out = gpu.upload(0.0);
      Gpu.check(gpu.launch("total", 12, 256, 256 * 8, gpu.upload(x), out, x.length));
      Gpu.check(gpu.synchronise());
      assertEquals(sum, gpu.doubles(out, 1)[0], 1e-9);
    }
  }

  @Test
  void tensorCoresMultiply() {
    float[] a = random(16 * 8);
    float[] b = random(8 * 8);
    float[] c = random(16 * 8);
    assertProduct("single_product", a, b, c, 1e-6, x -> x);
    // Rounded to 10 bits after the first, of halves the one away from 0.
    assertProduct(
        "rounded_product",
        a,
        b,
        c,
        1e-7,
        x -> Float.intBitsToFloat(Float.floatToRawIntBits(x) + 0x1000 & ~0x1fff));
  }

  @Test
  void soTheyDoOfMatricesOfBfloat16() {
    float[] a = random(16 * 16);
    float[] b = random(16 * 8);
    float[] c = random(16 * 8);
    assertProduct("matrix_product", a, b, c, 1e-6, HealthyKernelsTest::toBfloat16);
  }

  /** Rounded to 7 bits after the first, of halves the even one. */
  private static float toBfloat16(float x) {
    BigDecimal unit = new BigDecimal(Math.ulp(x)).multiply(BigDecimal.valueOf(1 << 16));
    return new BigDecimal(x).divide(unit, 0, RoundingMode.HALF_EVEN).multiply(unit).floatValue();
  }

  @Test
  void pairsOfBfloat16AreTheNearestAndWhatTheyLeave() {
    float[] x = random(64);
    x[0] = 1 + 0x1p-8f; // halfway, down to the even one
    x[1] = 1 + 0x3p-8f; // up to it
    x[2] = -1e-30f;
    x[3] = 3e38f;
    x[4] = 0x1p-133f; // the least one
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr y = gpu.allocate(4 * 128);
      Gpu.check(gpu.launch("bfloat16_pairs", 1, 32, 0, gpu.upload(x), y));
      Gpu.check(gpu.synchronise());
      float[] parts = gpu.floats(y, 128);
      for (int i = 0; i < x.length; i++) {
        int at = i / 2 * 4 + i % 2;
        assertEquals(toBfloat16(x[i]), parts[at], "of " + x[i]);
        assertEquals(
            x[i], (double) parts[at] + parts[at + 2], 0x1p-17 * Math.abs(x[i]), "of " + x[i]);
      }
      assertEquals(1, parts[0]);
      assertEquals(1 + 0x1p-6f, parts[1]);
    }
  }

  private static void assertProduct(
      String kernel,
      float[] a,
      float[] b,
      float[] c,
      double tolerance,
      UnaryOperator<Float> rounded) {
    float[] sums;
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr onDevice = gpu.upload(c);
      SoftwareDevice.resetCounters();
      Gpu.check(gpu.launch(kernel, 1, 32, 0, gpu.upload(a), gpu.upload(b), onDevice));
      Gpu.check(gpu.synchronise());
      sums = gpu.floats(onDevice, c.length);
    }
    int count = b.length / 8;
    for (int i = 0; i < 16; i++) {
      for (int j = 0; j < 8; j++) {
        double sum = c[i * 8 + j];
        for (int k = 0; k < count; k++) {
          sum += (double) rounded.apply(a[i * count + k]) * rounded.apply(b[k * 8 + j]);
        }
        assertEquals(sum, sums[i * 8 + j], tolerance, kernel);
      }
    }
    int products = kernel.startsWith("single") ? 3 : 1; // of 16 by 8 by 8
    assertEquals(products * count / 8, SoftwareDevice.counters().kernel(kernel).products());
  }

  @Test
  void copiesAreThereAfterTheWait() {
    float[] x = random(256);
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr y = gpu.allocate(4 * 32);
      Gpu.check(gpu.launch("copied", 1, 32, 0, gpu.upload(x), y, 252));
      Gpu.check(gpu.synchronise());
      float[] sums = gpu.floats(y, 32);
      for (int i = 0; i < 32; i++) {
        assertEquals(x[127 - i] + (255 - i < 252 ? x[255 - i] : 0), sums[i], "lane " + i);
      }
    }
  }

  @Test
  void partsOfWarpsHaveTheirOwnBarriers() {
    int[] x = new int[64];
    for (int i = 0; i < x.length; i++) {
      x[i] = 100 * i;
    }
    int[] expected = new int[64];
    for (int i = 0; i < x.length; i++) {
      int first = i / 32 * 32;
      int from = first + 31 - (i % 32 ^ 15);
      expected[i] = x[from] + (i % 32 < 16 ? 3 : 19);
    }
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr onDevice = gpu.upload(x);
      Gpu.check(gpu.launch("warp_reverse", 1, 64, 0, onDevice));
      Gpu.check(gpu.synchronise());
      assertArrayEquals(expected, gpu.ints(onDevice, 64));
    }
  }

  @Test
  void threadsThatLeftAreNotWaitedFor() {
    int n = 77;
    try (Gpu gpu = new Gpu()) {
      CUdeviceptr counts = gpu.upload(0, 0, 0, 0, 7);
      CUdeviceptr largest = gpu.upload(0.0);
      CUdeviceptr bytes = gpu.allocate(n);
      Gpu.check(gpu.launch("mixed", 1, 128, 0, bytes, counts, largest, n));
      Gpu.check(gpu.synchronise());
      assertArrayEquals(new int[] {n, 1, 26, 7, 9}, gpu.ints(counts, 5));
      assertEquals(76L << 33, Double.doubleToRawLongBits(gpu.doubles(largest, 1)[0]));
    }
  }

  private static float[] random(int n) {
    Random random = new Random(7);
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = random.nextFloat() - 0.5f;
    }
    return x;
  }
}

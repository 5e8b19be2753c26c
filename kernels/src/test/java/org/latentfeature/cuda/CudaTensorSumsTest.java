package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/** Sums of the rows that many binary columns name, against plain loops. */
@Tag("whole")
@OnDevice
final class CudaTensorSumsTest {

  /** Several runs and several launches, runs and tiles that are not full, few and many columns. */
  @ParameterizedTest
  @CsvSource({
    "3, 9, 17, 9",
    "512, 45, 33, 9",
    "1300, 45, 64, 1",
    "1550, 45, 20, 2",
    "1029, 320, 20, 2",
    "530, 321, 64, 9",
    "260, 784, 40, 9",
    "100, 1024, 32, 9",
    "90, 1023, 17, 9"
  })
  void sumsAreThoseOfPlainLoops(int rows, int cols, int count, int runs) {
    for (TileLayout layout : TileLayout.values()) {
      assertPlain(layout, rows, cols, count, runs);
    }
  }

  private static void assertPlain(TileLayout layout, int rows, int cols, int count, int runs) {
    Matrix x = Matrix.allocate(rows, cols);
    boolean[][] z = new boolean[count][rows];
    double[][] expected = new double[count][cols];
    double[][] magnitudes = new double[count][cols];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        float entry = (float) CounterRandom.normal(1, i, j);
        x.set(i, j, layout == TileLayout.SINGLE ? entry : Bfloat16.round(entry));
      }
      for (int c = 0; c < count; c++) {
        z[c][i] = CounterRandom.uniform(2, i, c) < .5;
        for (int j = 0; z[c][i] && j < cols; j++) {
          expected[c][j] += x.get(i, j);
          magnitudes[c][j] += Math.abs(x.get(i, j));
        }
      }
    }
    Gpu own = TestedDevice.gpu();
    // So few multiprocessors that runs are not rounded up to what they hold.
    Gpu gpu = new Gpu(1, 1, 1, 1, own.sharedBytes(), own.tensorFlopsPerSecond());
    Shape shape = new Shape(rows, cols);
    Skipped.unless(
        TensorSums.fits(layout, shape, gpu), "no sums of %s on tensor cores".formatted(shape));
    try (Context context = TestedDevice.context()) {
      OpenDevice device = new OpenDevice(context, new Kernels(context, true), gpu);
      try (CudaRows loaded = CountedSteps.rows(device, x);
          DeviceArena arena = new DeviceArena(context)) {
        TensorSums.Memory memory =
            Objects.requireNonNull(
                TensorSums.Memory.in(
                    arena, layout, shape, gpu, runs * 4 * 64 * FusedShape.padded(shape)));
        DeviceBuffer columns = arena.ints("columns", (long) count * shape.stride());
        DeviceBuffer single = arena.floats("single", (long) count * cols);
        for (int c = 0; c < count; c++) {
          device
              .transfers()
              .sendWords(BitVector.of(z[c]).toWords(), columns.from((long) c * shape.stride()));
        }
        assertEquals(Math.min(runs, (rows + 511) / 512), memory.runs());
        TensorSums sums = new TensorSums(device, shape, layout, memory, StopSignal.NEVER);
        DeviceBuffer matrix = loaded.x;
        if (layout == TileLayout.BFLOAT16) {
          short[] copy = Bfloat16.copy(x);
          matrix = arena.shorts("copy", copy.length);
          device.transfers().send(copy, matrix);
        }
        DeviceBuffer doubles = sums.of(matrix, columns, count, single);
        double[] exact = device.transfers().doubles(doubles, count * cols);
        double[] rounded = device.transfers().floats(single, count * cols);
        for (int e = 0; e < exact.length; e++) {
          double close = 5e-7 * magnitudes[e / cols][e % cols];
          assertEquals(expected[e / cols][e % cols], exact[e], close, "sum " + e);
          assertEquals((float) exact[e], rounded[e], "sum in single precision " + e);
        }
      }
    }
  }
}

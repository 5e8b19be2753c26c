package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.data.Matrix;

/** Second moments as GPUs take them whose double precision is slow: to the same digits. */
@OnDevice
final class CudaTwofoldMomentsTest {

  @ParameterizedTest
  @CsvSource({"300, 45, 1048576", "45, 300, 128", "301, 70, 100", "1, 3, 1"})
  void theyAreThoseOfPlainLoops(int rows, int cols, int terms) {
    Matrix x = Matrix.allocate(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        x.set(i, j, (float) (1000 + CounterRandom.normal(1, i, j)));
      }
    }
    TestedDevice.provider().probe();
    try (Context context = TestedDevice.context()) {
      OpenDevice device = new OpenDevice(context, new Kernels(context), PaperModel.RTX_4090);
      try (CudaRows loaded = CountedSteps.rows(device, x)) {
        SecondMoments moments =
            new SecondMoments(
                device,
                loaded.shape,
                loaded.x,
                context.ownProducts(Kernels.class),
                terms,
                StopSignal.NEVER);
        assertGram(moments.rows(), x, true);
        assertGram(moments.cols(), x, false);
      }
    }
  }

  private static void assertGram(Dense found, Matrix x, boolean ofRows) {
    int terms = ofRows ? x.cols() : x.rows();
    for (int i = 0; i < found.rows(); i++) {
      for (int j = 0; j < found.rows(); j++) {
        double expected = 0;
        for (int t = 0; t < terms; t++) {
          double a = ofRows ? x.get(i, t) : x.get(t, i);
          double b = ofRows ? x.get(j, t) : x.get(t, j);
          expected += a * b;
        }
        assertEquals(expected, found.get(i, j), 1e-12 * expected, i + ", " + j);
      }
    }
  }
}

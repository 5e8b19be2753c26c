package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Factorisation;

/** Data that go up in more parts than staging memory has halves, and widen in more than one. */
@OnDevice
final class CudaLargeDataTest {

  @ParameterizedTest
  @CsvSource({"65100, 65", "65, 65100"})
  void allPartsArriveAndCount(int rows, int cols) {
    Matrix x = Matrix.allocate(rows, cols);
    int small = Math.min(rows, cols);
    double[][] gram = new double[small][small];
    float[] at = new float[small];
    for (int i = 0; i < Math.max(rows, cols); i++) {
      for (int j = 0; j < small; j++) {
        // Deterministic, of no short period, and larger towards the end.
        at[j] = (float) ((i * 31L + j * 17L * (i % 13)) % 101 - 50) * (1 + i / 20000);
        x.set(rows == small ? j : i, rows == small ? i : j, at[j]);
      }
      for (int j = 0; j < small; j++) {
        for (int k = 0; k < small; k++) {
          gram[j][k] += (double) at[j] * at[k];
        }
      }
    }
    double trace = 0;
    double squares = 0;
    for (int j = 0; j < small; j++) {
      trace += gram[j][j];
      for (int k = 0; k < small; k++) {
        squares += gram[j][k] * gram[j][k];
      }
    }
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new Factorisation.Limits(1))) {
      double sum = 0;
      double sumOfSquares = 0;
      for (double value : opened.squaredSingularValues()) {
        sum += value;
        sumOfSquares += value * value;
      }
      assertEquals(trace, sum, 1e-9 * trace);
      assertEquals(squares, sumOfSquares, 1e-9 * squares);
    }
  }
}

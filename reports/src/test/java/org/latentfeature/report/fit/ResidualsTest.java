package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.metrics.Rmse;

class ResidualsTest {

  private static double squaredError(Matrix x, BinaryMatrix z, Dense w) {
    double rmse = Rmse.noisy(x, z, w);
    return rmse * rmse * x.size();
  }

  @Test
  void leavingOutAFeatureCostsWhatItIsSaidToCost() {
    // W is not the least-squares one, so that both parts of the sum count.
    RandomFit random = RandomFit.of(40, 7, 5, .5, 3);
    Residuals residuals = Residuals.of(random.x(), random.z(), random.w());
    double all = squaredError(random.x(), random.z(), random.w());
    assertEquals(all, residuals.squaredError(), 1e-9 * all);
    assertEquals(Rmse.noisy(random.x(), random.z(), random.w()), residuals.rmse(), 1e-12);
    for (int k = 0; k < 5; k++) {
      int[] kept = new int[4];
      for (int i = 0; i < 4; i++) {
        kept[i] = i < k ? i : i + 1;
      }
      double less = squaredError(random.x(), random.z().select(kept), random.w().selectRows(kept));
      assertEquals(less - all, residuals.increaseWithout(k), 1e-9 * less);
    }
  }

  @Test
  void theWorstRowsComeFirst() {
    Matrix x = Matrix.of(new float[][] {{1, 0}, {0, 3}, {2, 0}, {0, 2}});
    Residuals residuals = Residuals.of(x, BinaryMatrix.empty(4), new Dense(0, 2));
    assertArrayEquals(new int[] {1, 2, 3}, residuals.worst(3));
    assertEquals(9, residuals.rowError(1));
    assertEquals(18, residuals.squaredNorm());
    assertEquals(4, residuals.worst(10).length);
  }
}

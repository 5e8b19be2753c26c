package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.step.coding.Codes;

class ResidualsTest {

  private static double squaredError(Matrix x, BinaryMatrix z, Dense w) {
    double rmse = Rmse.noisy(x, z, w);
    return rmse * rmse * x.size();
  }

  @Test
  void leavingOutAFeatureCostsWhatItIsSaidToCost() {
    // W is not the least-squares one, so that both parts of the sum count.
    RandomFit random = RandomFit.of(40, 7, 5, .5, 3);
    Residuals residuals = Residuals.of(random.x(), Codes.binary(random.z()), random.w());
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
    Residuals residuals = Residuals.of(x, Codes.binary(BinaryMatrix.empty(4)), new Dense(0, 2));
    assertArrayEquals(new int[] {1, 2, 3}, residuals.worst(3));
    assertEquals(9, residuals.rowError(1));
    assertEquals(18, residuals.squaredNorm());
    assertEquals(4, residuals.worst(10).length);
  }

  /** ‖X − C W‖² over the known entries, without feature {@code left}; C is 0 where z is. */
  private static double squaredError(Matrix x, BinaryMatrix z, Matrix weights, Dense w, int left) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        double e = x.get(i, j);
        for (int k = 0; k < w.rows(); k++) {
          e -= z.get(i, k) && k != left ? weights.get(i, k) * w.get(k, j) : 0;
        }
        sum += Double.isNaN(e) ? 0 : e * e;
      }
    }
    return sum;
  }

  @Test
  void weightsAndUnknownEntriesCountAsTheyShould() {
    RandomFit random = RandomFit.of(40, 7, 5, .5, 3);
    Random more = new Random(4);
    Matrix weights = Matrix.allocate(40, 5);
    for (int i = 0; i < 40; i++) {
      for (int k = 0; k < 5; k++) {
        // Also where the row lacks the feature: such weights are not looked at.
        weights.set(i, k, (float) more.nextGaussian());
      }
    }
    Matrix x = random.x();
    int missing = 0;
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 7; j++) {
        // Row 5 keeps nothing.
        if (i == 5 || (i % 3 == 0 && more.nextInt(4) == 0)) {
          x.set(i, j, Float.NaN);
          missing++;
        }
      }
    }
    Codes codes = Codes.weighted(random.z(), weights);
    Residuals residuals = Residuals.of(x, codes, random.w());
    double all = squaredError(x, random.z(), weights, random.w(), -1);
    assertEquals(all, residuals.squaredError(), 1e-9 * all);
    assertEquals(missing, residuals.missing());
    assertEquals(280 - missing, residuals.known());
    assertEquals(Math.sqrt(all / (280 - missing)), residuals.rmse(), 1e-12);
    assertEquals(0, residuals.rowError(5));
    assertTrue(Double.isNaN(residuals.rowRmse(5)));
    double rows = 0;
    for (int i = 0; i < 40; i++) {
      rows += residuals.rowError(i);
    }
    assertEquals(all, rows, 1e-9 * all);
    for (int k = 0; k < 5; k++) {
      double without = squaredError(x, random.z(), weights, random.w(), k);
      assertEquals(without - all, residuals.increaseWithout(k), 1e-9 * without);
    }
    double[] row = Residuals.reconstruction(codes, random.w(), 7);
    for (int j = 0; j < 7; j++) {
      double sum = 0;
      for (int k = 0; k < 5; k++) {
        sum += codes.weight(7, k) * random.w().get(k, j);
      }
      assertEquals(sum, row[j], 1e-12);
    }
  }
}

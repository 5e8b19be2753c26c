package org.latentfeature.step.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;

class RowCoderTest {

  private static final int ROWS = 12;

  /** K rows in D dimensions: from D = 2 (dependent as soon as K > 2) to D = K + 3. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 12})
  void exactIsTheBestOfAllCodes(int k) {
    for (int d : new int[] {1, 2, k, k + 3}) {
      Dense w = normal(k, d, 100 * k + d);
      if (k >= 5) {
        // Twins, a feature of nothing, and the sum of two others.
        for (int j = 0; j < d; j++) {
          w.set(1, j, w.get(0, j));
          w.set(2, j, 0);
          w.set(4, j, w.get(0, j) + w.get(3, j));
        }
      }
      RowCoder coder = new RowCoder(w);
      for (int row = 0; row < ROWS; row++) {
        double[] p = projection(w, normal(1, d, 7000 + row));
        byte[] z = randomCode(k, row);
        coder.exact(p, z);
        double best = Double.POSITIVE_INFINITY;
        for (int code = 0; code < 1 << k; code++) {
          best = Math.min(best, value(w, p, code(k, code)));
        }
        assertEquals(best, value(w, p, z), 1e-8, "K " + k + ", D " + d + ", row " + row);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 12, 40})
  void descentNeverRaisesTheValueAndEndsWhereNoFlipHelps(int k) {
    Dense w = normal(k, Math.max(1, k / 2), k);
    RowCoder coder = new RowCoder(w);
    for (int row = 0; row < ROWS; row++) {
      double[] p = projection(w, normal(1, w.cols(), 8000 + row));
      byte[] z = randomCode(k, row);
      byte[] start = z.clone();
      int flips = coder.descend(p, z);
      double value = value(w, p, z);
      assertEquals(value, coder.valueReached(p, z), 1e-9 * (1 + Math.abs(value)));
      assertTrue(value <= value(w, p, start));
      if (flips == 0) {
        assertArrayEquals(start, z);
      }
      for (int i = 0; i < k; i++) {
        z[i] ^= 1;
        assertTrue(value(w, p, z) >= value - 1e-7, "flipping " + i + " helps");
        z[i] ^= 1;
      }
      assertEquals(0, coder.descend(p, z), "a second descent finds nothing");
    }
  }

  @Test
  void exactLeavesAnOptimalCodeAlone() {
    // Two equal features: either alone is optimal.
    Dense w = Dense.wrap(2, 1, new double[] {1, 1});
    RowCoder coder = new RowCoder(w);
    byte[] z = {0, 1};
    coder.exact(new double[] {1, 1}, z);
    assertArrayEquals(new byte[] {0, 1}, z);
    z = new byte[] {1, 0};
    coder.exact(new double[] {1, 1}, z);
    assertArrayEquals(new byte[] {1, 0}, z);
  }

  /** Of rows that miss nothing, a few entries and most of them, which pay for their features. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2, 7})
  void theValueReachedIsOfTheKnownEntries(int missing) {
    int k = 6;
    int d = 9;
    double bitCost = .4;
    Dense w = normal(k, d, 5);
    Matrix x = Matrix.allocate(1, d);
    for (int j = 0; j < d; j++) {
      x.set(0, j, j < missing ? Float.NaN : (float) CounterRandom.normal(6, 0, j));
    }
    RowCoder coder = new RowCoder(w, MissingEntries.of(x), bitCost);
    coder.load(0);
    double[] p = new double[k];
    for (int i = 0; i < k; i++) {
      for (int j = missing; j < d; j++) {
        p[i] += w.get(i, j) * x.get(0, j);
      }
    }
    for (int start = 0; start < 20; start++) {
      byte[] z = randomCode(k, start);
      coder.descend(p, z);
      double expected = 0;
      for (int j = missing; j < d; j++) {
        double seen = x.get(0, j);
        double rest = seen;
        for (int i = 0; i < k; i++) {
          rest -= z[i] * w.get(i, j);
        }
        expected += rest * rest - seen * seen;
      }
      for (byte bit : z) {
        expected += bitCost * bit;
      }
      assertEquals(expected, coder.valueReached(p, z), 1e-9);
    }
  }

  /** ‖x − Wᵀz‖² − ‖x‖². */
  private static double value(Dense w, double[] p, byte[] z) {
    double value = 0;
    double[] sum = new double[w.cols()];
    for (int k = 0; k < z.length; k++) {
      value -= 2 * p[k] * z[k];
      for (int j = 0; j < sum.length; j++) {
        sum[j] += z[k] * w.get(k, j);
      }
    }
    for (double v : sum) {
      value += v * v;
    }
    return value;
  }

  private static double[] projection(Dense w, Dense x) {
    double[] p = new double[w.rows()];
    for (int k = 0; k < p.length; k++) {
      p[k] = w.rowDot(k, x, 0);
    }
    return p;
  }

  private static byte[] code(int k, int bits) {
    byte[] z = new byte[k];
    for (int i = 0; i < k; i++) {
      z[i] = (byte) (bits >> i & 1);
    }
    return z;
  }

  private static byte[] randomCode(int k, int row) {
    byte[] z = new byte[k];
    for (int i = 0; i < k; i++) {
      z[i] = (byte) (CounterRandom.bits(77, row, i) & 1);
    }
    return z;
  }

  private static Dense normal(int rows, int cols, long seed) {
    Dense w = new Dense(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        w.set(i, j, CounterRandom.normal(seed, i, j));
      }
    }
    return w;
  }
}

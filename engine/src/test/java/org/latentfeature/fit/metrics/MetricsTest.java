package org.latentfeature.fit.metrics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

class MetricsTest {

  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void hammingAgreesWithBruteForce() {
    for (int trial = 0; trial < 300; trial++) {
      int n = 1 + random.nextInt(70);
      BinaryMatrix truth = binary(n, 1 + random.nextInt(5));
      BinaryMatrix estimate = binary(n, random.nextInt(6));
      double mean = 0;
      for (int k = 0; k < truth.cols(); k++) {
        int best = estimate.cols() == 0 ? truth.column(k).count() : n;
        for (int j = 0; j < estimate.cols(); j++) {
          best = Math.min(best, differing(truth, k, estimate, j));
        }
        mean += (double) best / n / truth.cols();
      }
      assertEquals(mean, Hamming.mean(truth, estimate), 1e-12);
      double matched = (double) bruteForce(truth, estimate, 0, 0) / n / truth.cols();
      assertEquals(matched, Hamming.oneToOne(truth, estimate), 1e-12);
    }
  }

  @Test
  void orderIsNoError() {
    BinaryMatrix truth = binary(100, 40);
    int[] order = new int[40];
    for (int k = 0; k < 40; k++) {
      order[k] = (k * 7 + 3) % 40;
    }
    assertEquals(0, Hamming.mean(truth, truth.select(order)));
    assertEquals(0, Hamming.oneToOne(truth, truth.select(order)));
    int[] match = Hamming.matching(truth, truth.select(order));
    for (int k = 0; k < 40; k++) {
      assertEquals(k, order[match[k]]);
    }
    assertArrayEquals(
        new int[] {-1, 1, 0},
        Hamming.matching(truth.select(new int[] {2, 1, 0}), truth.select(new int[] {0, 1})));
    // A column twice, another not at all.
    BinaryMatrix twice = truth.select(new int[] {0, 0});
    BinaryMatrix two = truth.select(new int[] {0, 1});
    assertEquals(0, Hamming.mean(twice, two));
    assertEquals(
        truth.column(0).distance(truth.column(1)) / 200.0, Hamming.oneToOne(twice, two), 1e-12);
  }

  @Test
  void rmseAgreesWithTheDefinition() {
    for (int trial = 0; trial < 50; trial++) {
      int n = 1 + random.nextInt(80);
      int d = 1 + random.nextInt(30);
      BinaryMatrix z1 = binary(n, random.nextInt(6));
      BinaryMatrix z2 = binary(n, random.nextInt(6));
      Dense w1 = dense(z1.cols(), d);
      Dense w2 = dense(z2.cols(), d);
      Matrix x = Matrix.allocate(n, d);
      double between = 0;
      double noisy = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          x.set(i, j, (float) random.nextGaussian());
          between += Math.pow(product(z1, w1, i, j) - product(z2, w2, i, j), 2);
          noisy += Math.pow(x.get(i, j) - product(z1, w1, i, j), 2);
        }
      }
      assertEquals(Math.sqrt(between / n / d), Rmse.between(z1, w1, z2, w2), 1e-10);
      assertEquals(Math.sqrt(noisy / n / d), Rmse.noisy(x, z1, w1), 1e-10);
    }
  }

  @Test
  void rowsOnSeveralThreadsGiveTheBitsOfALoop() {
    int n = 5003;
    int d = 7;
    BinaryMatrix z = binary(n, 4);
    Dense w = dense(4, d);
    Matrix x = Matrix.allocate(n, d);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double[] row = new double[d];
      double error = 0;
      for (int j = 0; j < d; j++) {
        x.set(i, j, i % 11 == j ? Float.NaN : (float) random.nextGaussian());
        row[j] = x.get(i, j);
      }
      Rmse.addFeatures(row, z, w, i, -1);
      for (double rest : row) {
        error += Double.isNaN(rest) ? 0 : rest * rest;
      }
      sum += error;
    }
    double expected = Math.sqrt(sum / x.facts().known());
    for (int threads = 1; threads <= 5; threads++) {
      assertEquals(expected, Rmse.noisy(x, z, w, threads), 0, "on " + threads + " threads");
    }
  }

  @Test
  void shapesThatDoNotFit() {
    assertThrows(IllegalArgumentException.class, () -> Hamming.mean(binary(5, 2), binary(6, 2)));
    assertThrows(IllegalArgumentException.class, () -> Hamming.mean(binary(5, 0), binary(5, 2)));
    assertThrows(
        IllegalArgumentException.class,
        () -> Rmse.between(binary(5, 2), dense(2, 3), binary(5, 2), dense(2, 4)));
    assertThrows(
        IllegalArgumentException.class,
        () -> Rmse.between(binary(5, 2), dense(2, 3), binary(4, 2), dense(2, 3)));
    assertThrows(
        IllegalArgumentException.class,
        () -> Rmse.noisy(Matrix.allocate(5, 3), binary(5, 2), dense(3, 3)));
  }

  /** The least number of differing entries over all matchings of columns from {@code k} on. */
  private static int bruteForce(BinaryMatrix truth, BinaryMatrix estimate, int k, int taken) {
    if (k == truth.cols()) {
      return 0;
    }
    int spare = Math.max(0, truth.cols() - estimate.cols());
    int best = Integer.MAX_VALUE;
    for (int j = 0; j < estimate.cols() + spare; j++) {
      if ((taken >> j & 1) == 0) {
        int here = j < estimate.cols() ? differing(truth, k, estimate, j) : truth.column(k).count();
        best = Math.min(best, here + bruteForce(truth, estimate, k + 1, taken | 1 << j));
      }
    }
    return best;
  }

  private static int differing(BinaryMatrix a, int k, BinaryMatrix b, int j) {
    int count = 0;
    for (int i = 0; i < a.rows(); i++) {
      count += a.get(i, k) != b.get(i, j) ? 1 : 0;
    }
    return count;
  }

  private static double product(BinaryMatrix z, Dense w, int i, int j) {
    double sum = 0;
    for (int k = 0; k < z.cols(); k++) {
      sum += z.get(i, k) ? w.get(k, j) : 0;
    }
    return sum;
  }

  private BinaryMatrix binary(int rows, int cols) {
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < cols; k++) {
      boolean[] ones = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        ones[i] = random.nextBoolean();
      }
      columns.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(rows, columns);
  }

  private Dense dense(int rows, int cols) {
    Dense m = new Dense(rows, cols);
    for (int p = 0; p < rows * cols; p++) {
      m.values()[p] = random.nextGaussian();
    }
    return m;
  }
}

package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class TrueErrorTest {

  private static final int K = 4;

  /** Few rows for each feature, so that least squares takes up much of the noise. */
  @Test
  void theErrorIsThatOfLeastSquaresWhereCodesAreCertain() {
    int n = 11;
    int cols = 20_000;
    double sigma = .5;
    BinaryMatrix z = codes(n);
    Dense w = new Dense(K, cols);
    Dense x = new Dense(n, cols);
    for (int j = 0; j < cols; j++) {
      for (int k = 0; k < K; k++) {
        w.set(k, j, CounterRandom.normal(1, k, j));
      }
      for (int i = 0; i < n; i++) {
        double sum = sigma * CounterRandom.normal(2, i, j);
        for (int k = 0; k < K; k++) {
          sum += z.get(i, k) ? w.get(k, j) : 0;
        }
        x.set(i, j, sum);
      }
    }
    Dense codes = dense(z);
    Dense gram = codes.transpose().times(codes);
    Dense fitted = codes.times(PivotedCholesky.of(gram, 1e-9).solve(codes.transpose().times(x)));
    double error = 0;
    for (int e = 0; e < x.values().length; e++) {
      error += Math.pow(x.values()[e] - fitted.values()[e], 2);
    }
    TrueError found = TrueError.of(z, w, sigma, cols, x.squaredNorm());
    assertTrue(found.isSharp());
    assertEquals(error, found.most(), .02 * error);
  }

  /** Noise as large as the features moves rows nearer to other codes. */
  @Test
  void theErrorIsThatOfTheNearestCodesWhereTheyAreNot() {
    int n = 40_000;
    int cols = 6;
    BinaryMatrix z = codes(n);
    Dense w = new Dense(K, cols);
    for (int e = 0; e < w.values().length; e++) {
      w.values()[e] = CounterRandom.normal(3, e, 0);
    }
    double error = 0;
    double squaredNorm = 0;
    for (int i = 0; i < n; i++) {
      double[] row = new double[cols];
      for (int j = 0; j < cols; j++) {
        row[j] = CounterRandom.normal(4, i, j);
        for (int k = 0; k < K; k++) {
          row[j] += z.get(i, k) ? w.get(k, j) : 0;
        }
        squaredNorm += row[j] * row[j];
      }
      error += nearest(row, w);
    }
    TrueError found = TrueError.of(z, w, 1, cols, squaredNorm);
    assertFalse(found.isSharp());
    assertTrue(error <= found.most() && found.most() <= 1.04 * error, error + " " + found.most());
  }

  /** The squared distance of a row from the nearest of all sums of features. */
  private static double nearest(double[] row, Dense w) {
    double least = Double.POSITIVE_INFINITY;
    for (int code = 0; code < 1 << K; code++) {
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        double rest = row[j];
        for (int k = 0; k < K; k++) {
          rest -= (code >> k & 1) == 0 ? 0 : w.get(k, j);
        }
        sum += rest * rest;
      }
      least = Math.min(least, sum);
    }
    return least;
  }

  private static BinaryMatrix codes(int n) {
    List<BitVector> columns =
        IntStream.range(0, K)
            .mapToObj(
                k -> {
                  boolean[] bits = new boolean[n];
                  for (int i = 0; i < n; i++) {
                    bits[i] = ((i + 1) >> k & 1) != 0;
                  }
                  return BitVector.of(bits);
                })
            .toList();
    return BinaryMatrix.ofColumns(n, columns);
  }

  private static Dense dense(BinaryMatrix z) {
    Dense dense = new Dense(z.rows(), z.cols());
    for (int i = 0; i < z.rows(); i++) {
      for (int k = 0; k < z.cols(); k++) {
        dense.set(i, k, z.get(i, k) ? 1 : 0);
      }
    }
    return dense;
  }
}

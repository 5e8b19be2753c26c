package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

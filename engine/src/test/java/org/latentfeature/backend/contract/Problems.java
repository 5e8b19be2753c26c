package org.latentfeature.backend.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/** Seeded random data of awkward shapes. */
final class Problems {

  /** Below, at and above the edges of blocks of 64 and 512 rows; D below and above N; K = 1. */
  static Stream<Shape> shapes() {
    return Stream.of(
        new Shape(1, 1, 1),
        new Shape(2, 3, 1),
        new Shape(13, 7, 3),
        new Shape(63, 31, 5),
        new Shape(64, 17, 4),
        new Shape(65, 101, 7),
        new Shape(127, 128, 2),
        new Shape(511, 13, 6),
        new Shape(513, 37, 11),
        new Shape(1031, 23, 9));
  }

  record Shape(int n, int d, int k) {

    Problem problem(long seed) {
      Matrix x = Matrix.allocate(n, d);
      float[] row = new float[d];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          row[j] = (float) CounterRandom.normal(seed, i, j);
        }
        x.setRow(i, row);
      }
      return new Problem(x, binary(n, k, seed + 1), dense(k, d, seed + 2), seed);
    }
  }

  record Problem(Matrix x, BinaryMatrix z, Dense w, long seed) {}

  static BinaryMatrix binary(int n, int k, long seed) {
    List<BitVector> columns = new ArrayList<>();
    for (int c = 0; c < k; c++) {
      columns.add(bits(n, CounterRandom.stream(seed, c)));
    }
    return BinaryMatrix.ofColumns(n, columns);
  }

  static BitVector bits(int n, long seed) {
    boolean[] ones = new boolean[n];
    for (int i = 0; i < n; i++) {
      ones[i] = CounterRandom.uniform(seed, i, 7) < 0.5;
    }
    return BitVector.of(ones);
  }

  static Dense dense(int rows, int cols, long seed) {
    Dense w = new Dense(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        w.set(i, j, CounterRandom.normal(seed, i, j));
      }
    }
    return w;
  }

  private Problems() {}
}

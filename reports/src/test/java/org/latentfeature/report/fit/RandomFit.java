package org.latentfeature.report.fit;

import java.util.Random;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/** X = Z W + noise, all random: Z fair coins, W normal, noise normal. */
record RandomFit(Matrix x, BinaryMatrix z, Dense w) {

  static RandomFit of(int rows, int cols, int features, double noise, long seed) {
    Random random = new Random(seed);
    BinaryMatrix z = BinaryMatrix.empty(rows);
    for (int k = 0; k < features; k++) {
      boolean[] column = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        column[i] = random.nextBoolean();
      }
      z = z.with(BitVector.of(column));
    }
    Dense w = new Dense(features, cols);
    for (int at = 0; at < w.values().length; at++) {
      w.values()[at] = random.nextGaussian();
    }
    Matrix x = Matrix.allocate(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        double value = noise * random.nextGaussian();
        for (int k = 0; k < features; k++) {
          value += z.get(i, k) ? w.get(k, j) : 0;
        }
        x.set(i, j, (float) value);
      }
    }
    return new RandomFit(x, z, w);
  }
}

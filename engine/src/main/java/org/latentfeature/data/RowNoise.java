package org.latentfeature.data;

import java.util.Arrays;
import org.latentfeature.base.random.RandomStream;

/** The noise of rows, drawn one after another. */
final class RowNoise {

  private final double[] deviations;
  private final boolean heavy;
  private final RandomStream random;

  /** Noise of the rows of a problem with D = {@code columns} columns. */
  RowNoise(NoiseShape shape, double sigma, int columns, long seed) {
    deviations = deviations(shape, sigma, columns, seed);
    heavy = shape == NoiseShape.T;
    random = new RandomStream(seed, "noise");
  }

  private static double[] deviations(NoiseShape shape, double sigma, int columns, long seed) {
    double[] each = new double[columns];
    Arrays.fill(each, sigma);
    if (shape == NoiseShape.COLUMNS) {
      RandomStream levels = new RandomStream(seed, "noise levels");
      double squares = 0;
      for (int j = 0; j < columns; j++) {
        each[j] = StrictMath.pow(3, 2 * levels.nextDouble() - 1);
        squares += each[j] * each[j];
      }
      for (int j = 0; j < columns; j++) {
        each[j] *= sigma / Math.sqrt(squares / columns);
      }
    }
    return each;
  }

  /** That of the next row. */
  void next(double[] row) {
    for (int j = 0; j < row.length; j++) {
      row[j] = deviations[j] == 0 ? 0 : deviations[j] * (heavy ? student() : random.nextGaussian());
    }
  }

  /** Student's t with 3 degrees of freedom, over √3, its standard deviation. */
  private double student() {
    double normal = random.nextGaussian();
    double squares = 0;
    for (int degree = 0; degree < 3; degree++) {
      double g = random.nextGaussian();
      squares += g * g;
    }
    return normal / Math.sqrt(squares);
  }
}

package org.latentfeature.markov.denoise;

import java.util.SplittableRandom;
import org.latentfeature.io.image.Plane;

/** A picture of stripes, checks, an edge and an even ground, and noise for it. */
final class Textures {

  private Textures() {}

  /** The picture without noise; its lower right quarter is level 128. */
  static Plane draw(int rows, int cols) {
    Plane plane = new Plane(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        plane.set(i, j, level(2.0 * i / rows, 2.0 * j / cols, i, j));
      }
    }
    return plane;
  }

  private static float level(double down, double across, int i, int j) {
    if (down >= 1 && across >= 1) {
      return 128;
    }
    if (down >= 1) {
      return (float) (128 + 50 * Math.sin(0.9 * i) * Math.sin(0.7 * j));
    }
    return across >= 1
        ? (float) (110 + 60 * Math.sin(0.8 * i + 0.45 * j))
        : (down + 0.4 * across > 0.6 ? 170 : 60);
  }

  /** {@code plane} with normal noise. */
  static Plane noisy(Plane plane, double sigma, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Plane out = plane.copy();
    for (int p = 0; p < out.values().length; p++) {
      out.values()[p] += (float) (sigma * random.nextGaussian());
    }
    return out;
  }

  /** Root of the mean squared difference. */
  static double error(Plane a, Plane b) {
    return error(a, b, 0, 0);
  }

  /** The same for the rows and columns from the given ones on. */
  static double error(Plane a, Plane b, int fromRow, int fromCol) {
    double sum = 0;
    for (int i = fromRow; i < a.rows(); i++) {
      for (int j = fromCol; j < a.cols(); j++) {
        double d = a.get(i, j) - b.get(i, j);
        sum += d * d;
      }
    }
    return Math.sqrt(sum / ((a.rows() - fromRow) * (a.cols() - fromCol)));
  }
}

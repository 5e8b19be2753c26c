package org.latentfeature.io.image;

import java.util.List;
import java.util.SplittableRandom;

/** Planes and pictures drawn from a seed. */
final class Drawings {

  private Drawings() {}

  /** Standard normal values times {@code sigma} about {@code mean}. */
  static Plane noise(int rows, int cols, double mean, double sigma, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Plane plane = new Plane(rows, cols);
    for (int p = 0; p < plane.values().length; p++) {
      plane.values()[p] = (float) (mean + sigma * random.nextGaussian());
    }
    return plane;
  }

  /** Whole levels, every one from 0 to {@code largest} as likely, times {@code scale}. */
  static Plane levels(int rows, int cols, int largest, float scale, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Plane plane = new Plane(rows, cols);
    for (int p = 0; p < plane.values().length; p++) {
      plane.values()[p] = random.nextInt(largest + 1) * scale;
    }
    return plane;
  }

  /** A picture that a file of {@code depth} can hold exactly. */
  static Picture picture(
      int rows, int cols, boolean colour, boolean alpha, Depth depth, long seed) {
    int largest = depth == Depth.BITS_16 ? 65535 : 255;
    float scale = depth == Depth.BITS_16 ? 1f / 257 : 1;
    List<Plane> planes =
        colour
            ? List.of(
                levels(rows, cols, largest, scale, seed + 1),
                levels(rows, cols, largest, scale, seed + 2),
                levels(rows, cols, largest, scale, seed + 3))
            : List.of(levels(rows, cols, largest, scale, seed));
    return new Picture(planes, alpha ? levels(rows, cols, largest, scale, seed + 4) : null, depth);
  }
}

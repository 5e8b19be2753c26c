package org.latentfeature.bench.step;

import org.latentfeature.base.random.RandomStream;
import org.latentfeature.io.image.Plane;

/** A picture with what photographs have: shades, edges and textures. */
public final class DrawnPicture {

  private static final int DISCS = 40;

  private DrawnPicture() {}

  /** Discs of shades and stripes over one another, {@code side} × {@code side}. */
  public static Plane of(int side, long seed) {
    RandomStream random = new RandomStream(seed, "drawn picture");
    Plane plane = new Plane(side, side);
    for (int disc = 0; disc < DISCS; disc++) {
      double row = side * random.nextDouble();
      double col = side * random.nextDouble();
      double radius = side * (0.08 + 0.3 * random.nextDouble());
      double shade = 40 + 170 * random.nextDouble();
      double slope = 40 * (random.nextDouble() - 0.5) / radius;
      double contrast = random.nextInt(2) * 45 * random.nextDouble();
      double angle = Math.PI * random.nextDouble();
      double period = 3 + 6 * random.nextDouble();
      for (int i = 0; i < side; i++) {
        for (int j = 0; j < side; j++) {
          double di = i - row;
          double dj = j - col;
          if (di * di + dj * dj < radius * radius) {
            double along = Math.cos(angle) * di + Math.sin(angle) * dj;
            double value = shade + slope * di + contrast * Math.sin(2 * Math.PI * along / period);
            plane.set(i, j, (float) Math.max(0, Math.min(255, value)));
          }
        }
      }
    }
    return plane;
  }
}

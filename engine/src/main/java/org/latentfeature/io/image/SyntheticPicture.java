package org.latentfeature.io.image;

import org.latentfeature.base.random.RandomStream;

/**
 * A grey test image that is drawn, not photographed: smooth shading, flat regions with straight and
 * round edges, a shaded ball, and textures of stripes, of a grid and of dots. Position, size, grey
 * level, direction and period of each are drawn from the seed. Values are whole grey levels, 0 to
 * 255.
 */
public final class SyntheticPicture {

  /** The least height and width, in pixels: smaller ones have no room for a texture. */
  public static final int LEAST_SIDE = 16;

  private static final double DARKEST = 20;
  private static final double LIGHTEST = 235;

  private final RandomStream random;
  private final Plane plane;

  private SyntheticPicture(int height, int width, long seed) {
    random = new RandomStream(seed, "synthetic picture");
    plane = new Plane(height, width);
  }

  /** The grey level at a point, rows and columns from 0 to 1; NaN where what is below shows. */
  private interface Layer {
    double at(double i, double j);
  }

  /**
   * Draws an image. Equal sizes and seeds give equal images.
   *
   * @throws IllegalArgumentException if a side is shorter than {@link #LEAST_SIDE} pixels
   */
  public static Picture draw(int height, int width, long seed) {
    require("height", height);
    require("width", width);
    SyntheticPicture picture = new SyntheticPicture(height, width, seed);
    picture.layers();
    return Picture.grey(picture.plane, Depth.BITS_8);
  }

  private static void require(String name, int side) {
    if (side < LEAST_SIDE) {
      throw new IllegalArgumentException(
          "%s is %d; it must be at least %d".formatted(name, side, LEAST_SIDE));
    }
  }

  private void layers() {
    paint(shading());
    paint(halfPlane(stripes()));
    paint(box(grid()));
    for (int n = 0; n < 3; n++) {
      paint(box(flat()));
      paint(disc(flat()));
    }
    paint(disc(stripes()));
    paint(box(dots()));
    paint(ball());
  }

  private void paint(Layer layer) {
    for (int i = 0; i < plane.rows(); i++) {
      for (int j = 0; j < plane.cols(); j++) {
        double grey = layer.at((i + .5) / plane.rows(), (j + .5) / plane.cols());
        if (!Double.isNaN(grey)) {
          plane.set(i, j, (float) Math.rint(Math.max(0, Math.min(255, grey))));
        }
      }
    }
  }

  private double uniform(double from, double to) {
    return from + (to - from) * random.nextDouble();
  }

  private double grey() {
    return uniform(DARKEST, LIGHTEST);
  }

  private Layer flat() {
    double grey = grey();
    return (i, j) -> grey;
  }

  /** A slow wave over a slope. */
  private Layer shading() {
    double left = grey();
    double right = grey();
    double height = uniform(10, 30);
    double phase = uniform(0, 2 * Math.PI);
    return (i, j) -> left + (right - left) * j + height * Math.sin(2 * Math.PI * i + phase);
  }

  private Layer stripes() {
    double direction = uniform(0, Math.PI);
    double down = Math.sin(direction) / period();
    double across = Math.cos(direction) / period();
    double grey = uniform(90, 165);
    double height = uniform(35, 70);
    return (i, j) -> grey + height * Math.sin(2 * Math.PI * (down * i + across * j));
  }

  private Layer grid() {
    double period = period();
    double first = grey();
    double second = first < 128 ? first + 80 : first - 80;
    return (i, j) -> (cell(i, period) + cell(j, period)) % 2 == 0 ? first : second;
  }

  private Layer dots() {
    double period = period();
    double ground = grey();
    double dot = ground < 128 ? ground + 80 : ground - 80;
    return (i, j) -> Math.hypot(i / period % 1 - .5, j / period % 1 - .5) < .32 ? dot : ground;
  }

  /** Draws the period of a texture: 5 to 9 pixels on the scale of the shorter side. */
  private double period() {
    return uniform(5, 9) / Math.min(plane.rows(), plane.cols());
  }

  private static int cell(double at, double period) {
    return (int) (2 * at / period);
  }

  private Layer box(Layer inside) {
    double height = uniform(.15, .35);
    double width = uniform(.15, .35);
    double top = uniform(0, 1 - height);
    double left = uniform(0, 1 - width);
    return (i, j) ->
        i >= top && i < top + height && j >= left && j < left + width
            ? inside.at(i, j)
            : Double.NaN;
  }

  private Layer disc(Layer inside) {
    double radius = uniform(.08, .18);
    double y = uniform(radius, 1 - radius);
    double x = uniform(radius, 1 - radius);
    return (i, j) -> Math.hypot(i - y, j - x) < radius ? inside.at(i, j) : Double.NaN;
  }

  private Layer halfPlane(Layer inside) {
    double slope = uniform(-.5, .5);
    double from = uniform(.55, .75);
    return (i, j) -> i > from + slope * (j - .5) ? inside.at(i, j) : Double.NaN;
  }

  /** Lit from above left. */
  private Layer ball() {
    double radius = uniform(.15, .22);
    double y = uniform(radius, 1 - radius);
    double x = uniform(radius, 1 - radius);
    return (i, j) -> {
      double down = (i - y) / radius;
      double right = (j - x) / radius;
      double rest = 1 - down * down - right * right;
      double light = (Math.sqrt(Math.max(0, rest)) - .5 * down - .5 * right) / Math.sqrt(1.5);
      return rest > 0 ? DARKEST + (LIGHTEST - DARKEST) * Math.max(0, light) : Double.NaN;
    };
  }
}

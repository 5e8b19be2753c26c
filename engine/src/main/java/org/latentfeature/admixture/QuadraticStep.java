package org.latentfeature.admixture;

/**
 * The largest value of a concave quadratic sᵀd − ½ dᵀHd of the step d from a point, where the point
 * that it leads to has bounds. Sweeps over coordinates, or pairs of them, which never lower it.
 */
final class QuadraticStep {

  private static final int MOST_SWEEPS = 200;

  /** Moves of a sweep that end it. */
  private static final double SETTLED = 1e-13;

  private final double least;
  private final double[] slope;

  /**
   * Steps of points with {@code size} coordinates.
   *
   * @param least lower bound of a coordinate
   */
  QuadraticStep(int size, double least) {
    this.least = least;
    slope = new double[size];
  }

  /**
   * Moves {@code point} to where all coordinates are at least {@code least} and at most 1 − {@code
   * least}.
   *
   * @param s slope at the point
   * @param h H, row by row
   */
  void withinBox(double[] point, double[] s, double[] h) {
    int k = begin(s);
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      double moved = 0;
      for (int a = 0; a < k; a++) {
        double curvature = h[a * k + a];
        if (curvature > 0) {
          double to =
              Math.min(1 - least, Math.max(least, point[a] + slope[a] / curvature)) - point[a];
          point[a] += to;
          add(h, a, -to);
          moved = Math.max(moved, Math.abs(to));
        }
      }
      if (moved <= SETTLED) {
        return;
      }
    }
  }

  /** Moves {@code point}, whose coordinates add up to 1, to where they still do, as above. */
  void withinSimplex(double[] point, double[] s, double[] h) {
    int k = begin(s);
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      double moved = 0;
      for (int a = 0; a < k; a++) {
        for (int b = a + 1; b < k; b++) {
          double curvature = h[a * k + a] + h[b * k + b] - 2 * h[a * k + b];
          double uphill = slope[a] - slope[b];
          double free = curvature > 0 ? uphill / curvature : Math.signum(uphill);
          double to = Math.min(point[b] - least, Math.max(least - point[a], free));
          point[a] += to;
          point[b] -= to;
          add(h, a, -to);
          add(h, b, to);
          moved = Math.max(moved, Math.abs(to));
        }
      }
      if (moved <= SETTLED) {
        return;
      }
    }
  }

  private int begin(double[] s) {
    System.arraycopy(s, 0, slope, 0, slope.length);
    return slope.length;
  }

  private void add(double[] h, int row, double times) {
    for (int b = 0; b < slope.length; b++) {
      slope[b] += times * h[row * slope.length + b];
    }
  }
}

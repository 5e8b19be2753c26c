package org.latentfeature.spectral;

/** The distribution function Φ of the standard normal, from a table, to 10⁻¹⁰. */
final class GaussianTable {

  /** Beyond it Φ is 0 or 1 in double precision. */
  private static final double FAR = 8.5;

  /** Cells a unit. */
  private static final int CELLS = 64;

  private static final int NODES = (int) (2 * FAR * CELLS) + 1;

  /** Φ and, for the cell after it, the rest of its cubic: value, slope and curvatures. */
  private static final double[] VALUE = new double[NODES];

  private static final double[] SLOPE = new double[NODES];

  static {
    // Between nodes by Simpson's rule on halves: its error is below that of rounding.
    double sum = 0;
    for (int i = 0; i < NODES; i++) {
      VALUE[i] = sum;
      SLOPE[i] = density(x(i)) / CELLS;
      for (int half = 0; half < 2; half++) {
        double from = x(i) + half * 0.5 / CELLS;
        double middle = density(from + 0.25 / CELLS);
        sum += (density(from) + 4 * middle + density(from + 0.5 / CELLS)) / (12 * CELLS);
      }
    }
  }

  private GaussianTable() {}

  private static double x(int node) {
    return (double) node / CELLS - FAR;
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  /** Φ(x), by the cubic that has Φ and its derivative at the nodes beside x. */
  static double cumulative(double x) {
    double at = (x + FAR) * CELLS;
    if (!(at > 0)) {
      return 0;
    }
    int node = (int) at;
    if (node >= NODES - 1) {
      return 1;
    }
    double t = at - node;
    double rise = VALUE[node + 1] - VALUE[node];
    double a = SLOPE[node] - rise;
    double b = rise - SLOPE[node + 1];
    return VALUE[node] + t * (rise + (1 - t) * (a * (1 - t) + b * t));
  }
}

package org.latentfeature.admixture;

import org.latentfeature.base.linalg.Dense;

/**
 * Estimates on the way.
 *
 * @param frequencies Z, M×K
 * @param shares W, K×N
 * @param value the sum that is raised, at them
 */
record Ancestry(Dense frequencies, Dense shares, double value) {

  /**
   * The point of squared extrapolation (SQUAREM; Varadhan &amp; Roland 2008) from three that follow
   * on each other, moved within the bounds.
   */
  static Ancestry extrapolated(Ancestry first, Ancestry second, Ancestry third) {
    double step = squaredChange(first, second);
    double bend =
        squaredBend(first.frequencies, second.frequencies, third.frequencies)
            + squaredBend(first.shares, second.shares, third.shares);
    double length = bend > 0 ? Math.max(1, Math.sqrt(step / bend)) : 1;
    Dense z = extrapolated(first.frequencies, second.frequencies, third.frequencies, length);
    Dense w = extrapolated(first.shares, second.shares, third.shares, length);
    double[] values = z.values();
    for (int p = 0; p < values.length; p++) {
      values[p] =
          Math.min(1 - AlternatingRounds.LEAST, Math.max(AlternatingRounds.LEAST, values[p]));
    }
    Simplex.project(w, AlternatingRounds.LEAST);
    return new Ancestry(z, w, Double.NaN);
  }

  private static double squaredChange(Ancestry a, Ancestry b) {
    double sum = 0;
    for (Dense[] both : new Dense[][] {{a.frequencies, b.frequencies}, {a.shares, b.shares}}) {
      for (int p = 0; p < both[0].values().length; p++) {
        double change = both[1].values()[p] - both[0].values()[p];
        sum += change * change;
      }
    }
    return sum;
  }

  private static double squaredBend(Dense a, Dense b, Dense c) {
    double sum = 0;
    for (int p = 0; p < a.values().length; p++) {
      double bend = c.values()[p] - 2 * b.values()[p] + a.values()[p];
      sum += bend * bend;
    }
    return sum;
  }

  /** a + 2 s (b − a) + s² (c − 2b + a). */
  private static Dense extrapolated(Dense a, Dense b, Dense c, double s) {
    Dense to = a.copy();
    for (int p = 0; p < to.values().length; p++) {
      double change = b.values()[p] - a.values()[p];
      double bend = c.values()[p] - b.values()[p] - change;
      to.values()[p] += 2 * s * change + s * s * bend;
    }
    return to;
  }
}

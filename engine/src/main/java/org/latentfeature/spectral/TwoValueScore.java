package org.latentfeature.spectral;

/** How far numbers t are from being 0 or 1, plus noise (docs/spectral.md, section 5). */
final class TwoValueScore {

  /** Shares of ones beyond which, without noise, numbers count as constant. */
  private static final double RARE = 0.01;

  private TwoValueScore() {}

  /**
   * The Kolmogorov–Smirnov distance of {@code sorted} from (1 − p) N(0, s²) + p N(1, s²).
   *
   * @param sorted ascending
   * @param p the share of ones
   * @param s standard deviation of the noise, above 0
   */
  static double distance(float[] sorted, double p, double s) {
    double n = sorted.length;
    double most = 0;
    for (int i = 0; i < sorted.length; i++) {
      double t = sorted[i];
      double f =
          (1 - p) * GaussianTable.cumulative(t / s) + p * GaussianTable.cumulative((t - 1) / s);
      most = Math.max(most, Math.max((i + 1) / n - f, f - i / n));
    }
    return most;
  }

  /**
   * Without noise: the squared distance of {@code values} from the nearest of 0 and 1, over {@code
   * squaredNorm}; infinite if nearly all are nearest to one of them.
   */
  static double deviation(float[] values, double squaredNorm) {
    double sum = 0;
    int ones = 0;
    for (float t : values) {
      double nearest = t > 0.5 ? 1 : 0;
      ones += t > 0.5 ? 1 : 0;
      sum += (t - nearest) * (t - nearest);
    }
    double share = (double) ones / values.length;
    return share < RARE || share > 1 - RARE ? Double.POSITIVE_INFINITY : sum / squaredNorm;
  }
}

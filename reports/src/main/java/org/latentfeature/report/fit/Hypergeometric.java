package org.latentfeature.report.fit;

import static org.latentfeature.base.linalg.GammaFunctions.lnGamma;

/** Computes how likely a count is where the rows of a label are drawn at random from all rows. */
final class Hypergeometric {

  /** Terms below this share of their sum change none of its digits. */
  private static final double NEGLIGIBLE = 1e-17;

  private Hypergeometric() {}

  /**
   * Returns twice the smaller of the probabilities of at most and at least {@code x} rows with a
   * feature, at most 1.
   *
   * @param x rows of the label that have the feature
   * @param n rows of the label
   * @param have rows that have it
   * @param all rows
   */
  static double twoSided(long x, long n, long have, long all) {
    double first = Math.exp(choose(have, x) + choose(all - have, n - x) - choose(all, n));
    boolean isBelow = (double) x * all <= (double) n * have;
    double tail = 0;
    double term = first;
    for (long at = x; term > NEGLIGIBLE * tail; at += isBelow ? -1 : 1) {
      tail += term;
      term *=
          isBelow
              ? (double) at * (all - have - n + at) / ((double) (have - at + 1) * (n - at + 1))
              : (double) (have - at) * (n - at) / ((double) (at + 1) * (all - have - n + at + 1));
    }
    return Math.min(1, 2 * Math.min(tail, 1 - tail + first));
  }

  private static double choose(long n, long k) {
    return lnGamma(n + 1.0) - lnGamma(k + 1.0) - lnGamma(n - k + 1.0);
  }
}

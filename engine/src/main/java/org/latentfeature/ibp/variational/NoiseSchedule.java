package org.latentfeature.ibp.variational;

/**
 * σx² of the first rounds, in units of s²: falls geometrically from ¼ to {@code last}. Features
 * first settle in the noise; with σx² learned from the start, all but the strongest would vanish.
 *
 * @param last where it ends
 */
record NoiseSchedule(double last) {

  /** Rounds before σx² is learned. */
  static final int ROUNDS = 30;

  private static final double FIRST = 0.25;

  /**
   * The end for data whose noise is unknown: what the K leading singular values leave of X.
   *
   * @param tail share of ‖X‖²
   */
  static NoiseSchedule ofTail(double tail) {
    return new NoiseSchedule(Math.max(tail, 1e-3));
  }

  /** σx² of round {@code round}, from 0. */
  double variance(int round) {
    double share = (double) round / ROUNDS;
    return Math.max(last, Math.pow(FIRST, 1 - share) * Math.pow(last, share));
  }
}

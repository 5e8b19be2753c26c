package org.latentfeature.step.coding;

import org.latentfeature.base.random.CounterRandom;

/**
 * How the bits of rows are drawn given a dictionary W: for k in turn,
 *
 * <pre>  logit P(z_nk = 1) = θ_k + [w_k·(x_n − Σ_{l≠k} z_nl w_l) − ½‖w_k‖²] / σx²</pre>
 *
 * over the known entries of x_n. Some rows may be spared: their bits stay. Immutable.
 */
public final class BitDraws {

  /** Beyond these log-odds a uniform number of 53 bits decides nothing. */
  private static final double CERTAIN = 40;

  /** Half of the distance of two random numbers: none is 0. */
  private static final double HALF = 0x1.0p-54;

  private final double[] logOdds;
  private final double variance;
  private final double spared;
  private final long seed;

  /**
   * Draws of K features.
   *
   * @param logOdds θ, K of them; −∞ for bits that are zero whatever X is, and NaN for bits that
   *     stay
   * @param variance σx², above 0
   * @param spared share of the rows that are spared, each by its own random number
   * @param seed of all random numbers, addressed by row and feature
   */
  public BitDraws(double[] logOdds, double variance, double spared, long seed) {
    if (!(variance > 0)) {
      throw new IllegalArgumentException("variance is " + variance + "; it must be above 0");
    }
    if (!(spared >= 0 && spared < 1)) {
      throw new IllegalArgumentException("spared is " + spared + "; it must be in [0, 1)");
    }
    this.logOdds = logOdds.clone();
    this.variance = variance;
    this.spared = spared;
    this.seed = seed;
  }

  /** K. */
  public int features() {
    return logOdds.length;
  }

  /** θ, a copy. */
  public double[] logOdds() {
    return logOdds.clone();
  }

  /** σx². */
  public double variance() {
    return variance;
  }

  /** Share of the rows that are spared. */
  public double spared() {
    return spared;
  }

  /** Returns the seed of all random numbers. */
  public long seed() {
    return seed;
  }

  /** Returns whether all bits of feature {@code k} stay as they are. */
  boolean keeps(int k) {
    return Double.isNaN(logOdds[k]);
  }

  /**
   * Returns whether a row is spared, so that its bits stay as they are.
   *
   * @param row its number among all rows
   */
  public boolean spares(long row) {
    return CounterRandom.uniform(seed, row, -1) < spared;
  }

  /**
   * Draws the bit z_nk of a row and feature, and returns whether it is 1.
   *
   * @param row number of the row among all
   * @param k feature
   * @param margin w_k·(x − Σ_{l≠k} z_l w_l) − ½‖w_k‖²
   */
  boolean isOn(long row, int k, double margin) {
    double odds = logOdds[k] + margin / variance;
    return odds > CERTAIN
        || (odds > -CERTAIN
            && (CounterRandom.uniform(seed, row, k) + HALF) * (1 + Math.exp(-odds)) < 1);
  }
}

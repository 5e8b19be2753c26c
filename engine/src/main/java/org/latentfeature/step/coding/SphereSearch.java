package org.latentfeature.step.coding;

import java.util.Arrays;

/**
 * The minimum of f(z) = zᵀGz − 2pᵀz over z in {0,1}^K, by depth-first search over the triangular
 * factor of G (sphere decoding; Schnorr and Euchner 1994): f(z) = ‖y − Rz‖² + constant, where G =
 * RᵀR and Rᵀy = p. What the last entries of z cost is a lower bound of what all of z costs. Has
 * scratch memory: use it from one thread.
 */
final class SphereSearch {

  private final int k;

  private GramFactor factor = GramFactor.NONE;

  /**
   * Remainders of y: array {@code level} holds the entries below that level, once the K − level
   * entries from it upwards are decided.
   */
  private final double[][] rests;

  private final byte[] trial;
  private final byte[] best;

  /** Costs of the path with the farther value of each level; infinite once that value is tried. */
  private final double[] farther;

  SphereSearch(int k) {
    this.k = k;
    rests = new double[k + 1][];
    Arrays.setAll(rests, level -> new double[level]);
    trial = new byte[k];
    best = new byte[k];
    farther = new double[k];
  }

  /**
   * Searches from {@code z}, which stays unchanged unless a strictly better code exists.
   *
   * @param of the factor of G
   * @param p W x of the row
   * @param smallestGain another code counts as better only if its f is lower by more than this
   * @param nodes maximum number of entries that are decided before it gives up
   * @return whether no better code exists than the one that is now in {@code z}
   */
  boolean search(GramFactor of, double[] p, byte[] z, double smallestGain, long nodes) {
    factor = of;
    factor.target(p, rests[k]);
    double bound = cost(z) - smallestGain;
    long left = nodes;
    double cost = 0;
    int level = k - 1;
    boolean improved = false;
    while (true) {
      if (cost < bound && level >= 0) {
        if (left-- == 0) {
          break;
        }
        cost = decide(level--, cost);
        continue;
      }
      if (cost < bound) {
        bound = cost;
        System.arraycopy(trial, 0, best, 0, k);
        improved = true;
      }
      level++;
      while (level < k && !(farther[level] < bound)) {
        level++;
      }
      if (level == k) {
        left = 0;
        break;
      }
      cost = turn(level--);
    }
    if (improved) {
      for (int j = 0; j < k; j++) {
        z[factor.feature(j)] = best[j];
      }
    }
    return left >= 0;
  }

  /** ‖y − Rz‖². */
  private double cost(byte[] z) {
    double sum = 0;
    double[] rest = farther;
    double[] y = rests[k];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = y[i];
    }
    for (int j = rest.length - 1; j >= 0; j--) {
      if (z[factor.feature(j)] != 0) {
        GramFactor.subtract(rest, factor.column(j), 1, j + 1);
      }
      sum += rest[j] * rest[j];
    }
    return sum;
  }

  /** Takes the nearer value of the entry; returns what the path then costs. */
  private double decide(int level, double cost) {
    double rest = rests[level + 1][level];
    double zero = rest * rest;
    rest -= factor.column(level)[level];
    double one = rest * rest;
    trial[level] = (byte) (one < zero ? 1 : 0);
    farther[level] = cost + Math.max(zero, one);
    carry(level);
    return cost + Math.min(zero, one);
  }

  /** Takes the farther value of the entry; returns what the path then costs. */
  private double turn(int level) {
    double cost = farther[level];
    farther[level] = Double.POSITIVE_INFINITY;
    trial[level] ^= 1;
    carry(level);
    return cost;
  }

  /** Computes the remainder of y below {@code level}. */
  private void carry(int level) {
    double[] from = rests[level + 1];
    double[] to = rests[level];
    if (trial[level] == 0) {
      System.arraycopy(from, 0, to, 0, level);
      return;
    }
    double[] column = factor.column(level);
    for (int i = 0; i < to.length; i++) {
      to[i] = from[i] - column[i];
    }
  }
}

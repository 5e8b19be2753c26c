package org.latentfeature.admixture;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

/** The simplex of shares: none below a bound, their sum 1. */
final class Simplex {

  private Simplex() {}

  /** Columns drawn uniformly from it, K×N. */
  static Dense random(int k, int n, RandomStream random) {
    Dense w = new Dense(k, n);
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int a = 0; a < k; a++) {
        double share = -Math.log(1 - random.nextDouble());
        w.set(a, i, share);
        sum += share;
      }
      for (int a = 0; a < k; a++) {
        w.set(a, i, w.get(a, i) / sum);
      }
    }
    return w;
  }

  /**
   * Moves each column of {@code w} to the nearest point of the simplex (Held et al. 1974).
   *
   * @param least lower bound of a share
   */
  static void project(Dense w, double least) {
    int k = w.rows();
    double[] column = new double[k];
    for (int i = 0; i < w.cols(); i++) {
      for (int a = 0; a < k; a++) {
        column[a] = w.get(a, i) - least;
      }
      double threshold = threshold(column, 1 - k * least);
      for (int a = 0; a < k; a++) {
        w.set(a, i, least + Math.max(0, column[a] - threshold));
      }
    }
  }

  /** The number to subtract from all, so that the positive remainders add up to {@code sum}. */
  private static double threshold(double[] shares, double sum) {
    double[] sorted = shares.clone();
    Arrays.sort(sorted);
    double sofar = 0;
    double threshold = 0;
    for (int count = 1; count <= sorted.length; count++) {
      double next = sorted[sorted.length - count];
      sofar += next;
      double candidate = (sofar - sum) / count;
      if (next > candidate) {
        threshold = candidate;
      }
    }
    return threshold;
  }
}

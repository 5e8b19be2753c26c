package org.latentfeature.evidence.spectral;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;

/** The simplex of shares: none below 0, their sum 1. */
public final class Simplex {

  private Simplex() {}

  /** Moves each column of {@code w} to the nearest point of the simplex (Held et al. 1974). */
  public static void project(Dense w) {
    int k = w.rows();
    double[] column = new double[k];
    for (int j = 0; j < w.cols(); j++) {
      for (int a = 0; a < k; a++) {
        column[a] = w.get(a, j);
      }
      double threshold = threshold(column);
      for (int a = 0; a < k; a++) {
        w.set(a, j, Math.max(0, column[a] - threshold));
      }
    }
  }

  /** The number to subtract from all, so that the positive remainders sum to 1. */
  private static double threshold(double[] shares) {
    double[] sorted = shares.clone();
    Arrays.sort(sorted);
    double sum = 0;
    double threshold = 0;
    for (int count = 1; count <= sorted.length; count++) {
      double next = sorted[sorted.length - count];
      sum += next;
      double candidate = (sum - 1) / count;
      if (next > candidate) {
        threshold = candidate;
      }
    }
    return threshold;
  }
}

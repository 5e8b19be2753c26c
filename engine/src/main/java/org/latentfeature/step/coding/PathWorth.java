package org.latentfeature.step.coding;

import org.latentfeature.base.linalg.Dense;

/** The transitions of a path, and their score. */
public final class PathWorth {

  private PathWorth() {}

  /** Σ E[l, m] over the transitions of path {@code at}, from the null state back to it. */
  public static double of(Dense expectations, Paths paths, int at) {
    double[] of = expectations.values();
    int states = expectations.cols();
    double sum = 0;
    int state = 0;
    for (int a = 0; a < paths.length(at); a++) {
      int next = paths.feature(at, a) + 1;
      sum += of[state * states + next];
      state = next;
    }
    return sum + of[state * states];
  }

  /** Σ counts[l, m] E[l, m]. */
  public static double of(Dense expectations, Dense counts) {
    double[] e = expectations.values();
    double[] n = counts.values();
    double sum = 0;
    for (int i = 0; i < n.length; i++) {
      if (n[i] > 0) {
        sum += n[i] * e[i];
      }
    }
    return sum;
  }

  /** Adds one for each transition of path {@code at} to {@code counts}, (K+1)×(K+1). */
  public static void count(Paths paths, int at, Dense counts) {
    double[] into = counts.values();
    int state = 0;
    for (int a = 0; a < paths.length(at); a++) {
      int next = paths.feature(at, a) + 1;
      into[state * counts.cols() + next]++;
      state = next;
    }
    into[state * counts.cols()]++;
  }
}

package org.latentfeature.markov;

import org.latentfeature.backend.Paths;
import org.latentfeature.linalg.Dense;

/** What the transitions of a path are worth. */
final class PathWorth {

  private PathWorth() {}

  /** Σ E[l, m] over the transitions of path {@code at}, from the null state back to it. */
  static double of(Dense expectations, Paths paths, int at) {
    double sum = 0;
    int state = 0;
    for (int a = 0; a < paths.length(at); a++) {
      int next = paths.feature(at, a) + 1;
      sum += expectations.get(state, next);
      state = next;
    }
    return sum + expectations.get(state, 0);
  }
}

package org.latentfeature.columns.subspace;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;

/** Directions in whitened space, one a row. */
final class Directions {

  /** Cosines above this are one direction. */
  private static final double SAME = 0.98;

  private Directions() {}

  /** Standard normal entries. */
  static Dense normal(int count, int dimensions, long seed) {
    Dense a = new Dense(count, dimensions);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < dimensions; j++) {
        a.set(i, j, CounterRandom.normal(seed, i, j));
      }
    }
    return a;
  }

  /** Makes each of norm 1, those of norm 0 left as they are; returns {@code a}. */
  static Dense normalise(Dense a) {
    for (int i = 0; i < a.rows(); i++) {
      double norm = a.rowNorm(i);
      for (int j = 0; j < a.cols() && norm > 0; j++) {
        a.set(i, j, a.get(i, j) / norm);
      }
    }
    return a;
  }

  /**
   * Returns the directions, of norm 1, that are not nearly equal or opposite to one before them.
   */
  static Dense distinct(Dense a) {
    int[] kept = new int[a.rows()];
    int count = 0;
    for (int i = 0; i < a.rows(); i++) {
      boolean fresh = true;
      for (int j = 0; j < count && fresh; j++) {
        fresh = Math.abs(a.rowDot(i, a, kept[j])) < SAME;
      }
      if (fresh) {
        kept[count++] = i;
      }
    }
    return a.selectRows(Arrays.copyOf(kept, count));
  }
}

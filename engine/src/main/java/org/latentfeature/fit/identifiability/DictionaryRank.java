package org.latentfeature.fit.identifiability;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;

/**
 * The numerical rank of a dictionary W: its rows are brought to length 1 and taken one after the
 * other, always the one farthest from the span of those taken, until none is farther than {@link
 * #TOLERANCE}. A feature's scale has no say in it.
 */
public final class DictionaryRank {

  /**
   * The distance from a span, for a row of length 1, that counts as none: above the rounding of
   * data in single precision, 6e-8.
   */
  public static final double TOLERANCE = 1e-6;

  private DictionaryRank() {}

  /**
   * The rank of {@code w}, which is left as it is.
   *
   * @param w dictionary, K×D, finite
   */
  public static int of(Dense w) {
    Dense rows = w.copy();
    for (int k = 0; k < w.rows(); k++) {
      double[] v = rows.values();
      int from = k * w.cols();
      int to = from + w.cols();
      double largest = 0;
      for (int at = from; at < to; at++) {
        largest = Math.max(largest, Math.abs(v[at]));
      }
      if (largest == 0) {
        continue;
      }
      // First by the largest, so that no square is lost to overflow or underflow.
      divide(v, from, to, largest);
      divide(v, from, to, rows.rowNorm(k));
    }
    // A pivot of the Gram matrix is a squared distance.
    return PivotedCholesky.of(rows.timesTransposed(rows), TOLERANCE * TOLERANCE).rank();
  }

  private static void divide(double[] v, int from, int to, double by) {
    for (int at = from; at < to; at++) {
      v[at] /= by;
    }
  }
}

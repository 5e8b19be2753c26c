package org.latentfeature.lasso.variant;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * Choice between a feature and its complement, which are the same with an intercept: z to 1 − z, w
 * to −w and b to b + w changes nothing. The one that fewer rows have stands for both, unless W ≥ 0
 * tells them apart.
 */
final class Complements {

  private Complements() {}

  /**
   * Each feature of {@code z} or its complement, whichever fewer rows have; where W ≥ 0, whichever
   * adds more than it takes away.
   */
  static BinaryMatrix oriented(BinaryMatrix z, WeightedRefinement refinement) {
    Solution free = refinement.isNonnegative() ? refinement.fitFreely(z) : null;
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < z.cols(); k++) {
      BitVector column = z.column(k);
      boolean isOther = free == null ? 2 * column.count() > z.rows() : takes(free.w(), k);
      columns.add(isOther ? column.complement() : column);
    }
    return BinaryMatrix.ofColumns(z.rows(), columns);
  }

  /** Returns whether feature {@code k} takes away more than it adds, in squares. */
  private static boolean takes(Dense w, int k) {
    double sum = 0;
    for (int j = 0; j < w.cols(); j++) {
      sum += w.get(k, j) * Math.abs(w.get(k, j));
    }
    return sum < 0;
  }

  /**
   * At most {@code k} features beside the intercept, of K + 1 that were found with it among them:
   * the one of all rows gives way to it, or, where z and 1 − z are both there, one of these, which
   * then costs nothing; otherwise the one that costs least.
   */
  static BinaryMatrix besideIntercept(BinaryMatrix z, int k, WeightedRefinement refinement) {
    for (int c = 0; c < z.cols(); c++) {
      int count = z.column(c).count();
      if (count == 0 || count == z.rows()) {
        return oriented(z.without(c), refinement);
      }
    }
    if (z.cols() <= k) {
      return oriented(z, refinement);
    }
    Solution best = refinement.fitFreely(z.without(0));
    for (int c = 1; c < z.cols(); c++) {
      best = best.orBetter(refinement.fitFreely(z.without(c)));
    }
    return oriented(best.z(), refinement);
  }
}

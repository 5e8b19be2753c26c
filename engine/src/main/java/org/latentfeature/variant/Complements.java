package org.latentfeature.variant;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * With an intercept a feature and its complement are the same: z to 1 − z, w to −w and b to b + w
 * changes nothing. The one that fewer rows have stands for both.
 */
final class Complements {

  private Complements() {}

  /** Each feature of {@code z} or its complement, whichever fewer rows have. */
  static BinaryMatrix seldom(BinaryMatrix z) {
    List<BitVector> columns = new ArrayList<>();
    for (BitVector column : z.columns()) {
      columns.add(2 * column.count() > z.rows() ? column.complement() : column);
    }
    return BinaryMatrix.ofColumns(z.rows(), columns);
  }

  /**
   * At most {@code k} features beside the intercept, of K + 1 that were found with it among them:
   * the one of all rows gives way to it, or, where z and 1 − z are both there, one of these, which
   * then costs nothing; otherwise the one that costs least.
   */
  static Solution besideIntercept(BinaryMatrix z, int k, WeightedRefinement refinement) {
    BinaryMatrix features = seldom(z);
    for (int c = 0; c < features.cols(); c++) {
      if (features.column(c).count() == 0) {
        return refinement.fit(features.without(c));
      }
    }
    if (features.cols() <= k) {
      return refinement.fit(features);
    }
    Solution best = refinement.fit(features.without(0));
    for (int c = 1; c < features.cols(); c++) {
      best = best.orBetter(refinement.fit(features.without(c)));
    }
    return best;
  }
}

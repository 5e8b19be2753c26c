package org.latentfeature.fit.metrics;

import java.util.Arrays;
import org.latentfeature.data.BinaryMatrix;

/**
 * The distance of an estimated incidence matrix from the true one, in any order of columns: shares
 * of differing entries, from 0 (recovered) to 1.
 */
public final class Hamming {

  private Hamming() {}

  /**
   * The paper's measure (Yen et al. 2017, section 6): the mean over true columns of the share of
   * entries that differ from the best-matching estimated column. One estimated column may match
   * several true ones; complements do not count as matches.
   *
   * @param truth N×K, K at least 1
   * @param estimate N×K'; if K' is 0, true columns are compared with zeros
   */
  public static double mean(BinaryMatrix truth, BinaryMatrix estimate) {
    double[][] cost = costs(truth, estimate, estimate.cols() == 0 ? 1 : 0);
    double sum = 0;
    for (double[] row : cost) {
      double best = Double.POSITIVE_INFINITY;
      for (double c : row) {
        best = Math.min(best, c);
      }
      sum += best;
    }
    return sum / truth.cols() / truth.rows();
  }

  /**
   * The stricter measure: true columns are matched with different estimated columns, so that the
   * mean share of differing entries is least. If there are fewer estimated columns than true ones,
   * the remaining true columns are compared with zeros.
   *
   * @param truth N×K, K at least 1
   * @param estimate N×K'
   */
  public static double oneToOne(BinaryMatrix truth, BinaryMatrix estimate) {
    double[][] cost = paddedCosts(truth, estimate);
    int[] match = Assignment.minimal(cost);
    double sum = 0;
    for (int k = 0; k < match.length; k++) {
      sum += cost[k][match[k]];
    }
    return sum / truth.cols() / truth.rows();
  }

  /**
   * The matching behind {@link #oneToOne}: for each true column its estimated partner, all
   * different; −1 if there is none.
   *
   * @param truth N×K, K at least 1
   * @param estimate N×K'
   */
  public static int[] matching(BinaryMatrix truth, BinaryMatrix estimate) {
    int[] match = Assignment.minimal(paddedCosts(truth, estimate));
    return Arrays.stream(match).map(j -> j < estimate.cols() ? j : -1).toArray();
  }

  private static double[][] paddedCosts(BinaryMatrix truth, BinaryMatrix estimate) {
    return costs(truth, estimate, Math.max(0, truth.cols() - estimate.cols()));
  }

  /** Differing entries of each pair of columns, {@code zeros} columns of zeros appended. */
  private static double[][] costs(BinaryMatrix truth, BinaryMatrix estimate, int zeros) {
    if (truth.rows() != estimate.rows()) {
      throw new IllegalArgumentException(
          "the true incidence has " + truth.rows() + " rows, the estimate " + estimate.rows());
    }
    if (truth.cols() == 0 || truth.rows() == 0) {
      throw new IllegalArgumentException("the true incidence has no entries");
    }
    double[][] cost = new double[truth.cols()][estimate.cols() + zeros];
    for (int k = 0; k < truth.cols(); k++) {
      for (int j = 0; j < cost[k].length; j++) {
        cost[k][j] =
            j < estimate.cols()
                ? truth.column(k).distance(estimate.column(j))
                : truth.column(k).count();
      }
    }
    return cost;
  }
}

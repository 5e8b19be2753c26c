package org.latentfeature.fit.metrics;

import org.latentfeature.base.linalg.Dense;

/** The distance of a dictionary from the true one, in the best order. */
public final class DictionaryError {

  private DictionaryError() {}

  /**
   * ‖W − P Ŵ‖²/(KD), least over the orders P (Jaffe et al. 2018). A feature without a partner
   * counts with its squared norm.
   *
   * @param truth W, K×D
   * @param found Ŵ, with at most K rows
   * @throws IllegalArgumentException if {@code found} has more rows, or other columns
   */
  public static double of(Dense truth, Dense found) {
    int k = truth.rows();
    if (found.rows() > k || found.cols() != truth.cols()) {
      throw new IllegalArgumentException(
          "dictionaries of %d×%d and %d×%d differ in shape"
              .formatted(k, truth.cols(), found.rows(), found.cols()));
    }
    double[][] cost = new double[k][k];
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < k; j++) {
        for (int d = 0; d < truth.cols(); d++) {
          double difference = truth.get(i, d) - (j < found.rows() ? found.get(j, d) : 0);
          cost[i][j] += difference * difference;
        }
      }
    }
    int[] partner = Assignment.minimal(cost);
    double sum = 0;
    for (int i = 0; i < k; i++) {
      sum += cost[i][partner[i]];
    }
    return sum / ((double) k * truth.cols());
  }
}

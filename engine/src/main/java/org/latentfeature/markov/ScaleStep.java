package org.latentfeature.markov;

import org.latentfeature.base.linalg.Dense;

/**
 * The lengths of features that are best for given sums over rows, each with its coefficient's
 * variance: expectation-maximisation with an expanded parameter (Liu, Rubin &amp; Wu 1998;
 * docs/markov.md, equation (9)). If noise is small, a factor between coefficients and features
 * hardly changes how well they explain X, and {@link DictionaryStep} alone moves that factor by
 * only about s² / ‖w‖² of it per step.
 */
final class ScaleStep {

  private ScaleStep() {}

  /**
   * Lets the coefficients of feature k have the variance r/λ, takes the best r, and gives its root
   * to w_k: r is the largest of −½ n ln r − ½ λ S2_kk / r − ½ η r ‖w_k‖², with n the number of rows
   * that have the feature.
   *
   * @param w K×D, in place
   * @param moments S2, K×K
   * @param transitions (K+1)×(K+1), from which n follows
   * @param precision λ
   * @param dictionaryPrecision η
   */
  static void apply(
      Dense w, Dense moments, Dense transitions, double precision, double dictionaryPrecision) {
    int k = w.rows();
    for (int j = 0; j < k; j++) {
      double rows = 0;
      for (int l = 0; l <= k; l++) {
        rows += transitions.get(l, j + 1);
      }
      double norm = w.rowNorm(j);
      double moment = precision * moments.get(j, j);
      double pull = dictionaryPrecision * norm * norm;
      double root = Math.sqrt(rows * rows + 4 * pull * moment);
      double scale = moment > 0 ? Math.sqrt(2 * moment / (rows + root)) : 1;
      for (int d = 0; d < w.cols(); d++) {
        w.set(j, d, scale * w.get(j, d));
      }
    }
  }
}

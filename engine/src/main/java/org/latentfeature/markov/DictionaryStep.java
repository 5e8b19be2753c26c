package org.latentfeature.markov;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;

/**
 * The dictionary that is best for given sums over rows, W = (S2 + ηs² I)⁻¹ S1 (docs/markov.md,
 * equation (7)).
 */
final class DictionaryStep {

  private DictionaryStep() {}

  /**
   * W, K×D.
   *
   * @param moments S2, K×K, symmetric, positive semi-definite
   * @param cross S1, K×D
   * @param ridge ηs², above 0
   */
  static Dense solve(Algebra algebra, Dense moments, Dense cross, double ridge) {
    Dense a = moments.copy();
    int k = a.rows();
    for (int i = 0; i < k; i++) {
      a.values()[i * k + i] += ridge;
    }
    return algebra.solve(a, cross);
  }
}

package org.latentfeature.ibp;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;

/** The prior of Z, its inclusion probabilities integrated out. */
public sealed interface FeaturePrior permits InfiniteFeatures, FiniteFeatures {

  /** Returns whether rows may have features that no other row has; otherwise K is fixed. */
  boolean isInfinite();

  /** α. */
  double mass();

  /** Returns this prior with another α. */
  FeaturePrior withMass(double alpha);

  /**
   * Returns the count c that the prior adds to the number of rows with a feature: π_k ~ Beta(m_k +
   * c, 1 + N − m_k).
   */
  double pseudoCount();

  /**
   * Log-odds of a bit given the other rows, log((m + pseudo-count) / (N − m)).
   *
   * @param others number of other rows with the feature
   * @param rows N
   */
  default double logOdds(int others, int rows) {
    return Math.log((others + pseudoCount()) / (rows - others));
  }

  /** log p(Z). */
  default double log(BinaryMatrix z) {
    return log(new LiveColumns(z).gram(), z.rows());
  }

  /**
   * log p(Z) of a Z with this ZᵀZ, which says how many rows have each feature, and which columns
   * are equal.
   *
   * @param gram ZᵀZ, K×K
   * @param rows N
   */
  double log(Dense gram, int rows);
}

package org.latentfeature.ibp;

/** The prior of Z, its inclusion probabilities integrated out. */
public sealed interface FeaturePrior permits InfiniteFeatures, FiniteFeatures {

  /** Whether rows may have features of their own; otherwise K is fixed. */
  boolean isInfinite();

  /** α. */
  double mass();

  /** The same prior with another α. */
  FeaturePrior withMass(double alpha);

  /**
   * Log-odds of a bit given the other rows.
   *
   * @param others number of other rows with the feature
   * @param rows N
   */
  double logOdds(int others, int rows);

  /** log p(Z). */
  double log(org.latentfeature.data.BinaryMatrix z);
}

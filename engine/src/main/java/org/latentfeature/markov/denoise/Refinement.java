package org.latentfeature.markov.denoise;

/** The stage after the coding of patches by a model. */
public enum Refinement {
  /** None: the result is the model's image. */
  NONE,
  /**
   * Groups of patches that are similar in the model's image are taken from the noisy image again
   * and filtered by the covariance of their group ({@link GroupRefinement}).
   */
  GROUPS
}

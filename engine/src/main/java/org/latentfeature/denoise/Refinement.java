package org.latentfeature.denoise;

/** What follows the coding of patches by a model. */
public enum Refinement {
  /** Nothing: the picture is what the model makes of it. */
  NONE,
  /**
   * Patches that look alike in the model's picture are taken from the noisy one again, a group at a
   * time, and filtered by the covariance of their group ({@link GroupRefinement}).
   */
  GROUPS
}

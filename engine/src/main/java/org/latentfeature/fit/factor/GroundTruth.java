package org.latentfeature.fit.factor;

/**
 * Compares the error of a factorisation with that of the ground truth, if X is Z W plus noise:
 * {@link SpectralFloor} by the singular values of X, other rules by what a method knows of the
 * noise.
 */
@FunctionalInterface
public interface GroundTruth {

  /** How a factorisation compares with the ground truth. */
  enum Verdict {
    /** It has more error. */
    WORSE,

    /** It has no more error; but another one might leave as little. */
    REACHED,

    /** It has no more error, and no other factorisation has. */
    CERTAIN
  }

  /** Returns the verdict on a factorisation of the prepared rows. */
  Verdict of(Factors factors);
}

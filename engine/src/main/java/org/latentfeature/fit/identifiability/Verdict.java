package org.latentfeature.fit.identifiability;

/**
 * The conclusion of a uniqueness check of a factorisation X = Z W of size K. Theorem 4 has a
 * condition, on Z, and a premise: that X has rank K, which under the condition says that W has.
 */
public enum Verdict {
  /** The condition holds, proven, and W was found to have rank K, in floating point. */
  UNIQUE,
  /** The condition holds, proven: Z W is unique for every W of rank K. No W was looked at. */
  UNIQUE_IF_FULL_RANK,
  /**
   * The condition fails, proven by a dependence among the columns or by another binary vector: Z W
   * is not unique, whatever W is.
   */
  NOT_UNIQUE,
  /**
   * The condition holds, but W was found, in floating point, to have a rank below K, so that
   * Theorem 4 says nothing: rows of X may have several codes, say where w1 + w2 = w3.
   */
  RANK_DEFICIENT,
  /** The search reached its limit before it had an answer. */
  UNDECIDED
}

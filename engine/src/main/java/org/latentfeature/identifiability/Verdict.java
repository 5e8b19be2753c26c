package org.latentfeature.identifiability;

/** What is known of the condition of Theorem 4. */
public enum Verdict {
  /** It holds, proven: the columns are independent and span no other binary vector. */
  UNIQUE,
  /** It fails, proven by a dependence among the columns or by another binary vector. */
  NOT_UNIQUE,
  /** The search reached its limit before it had an answer. */
  UNDECIDED
}

package org.latentfeature.fit.identifiability;

import java.util.Locale;

/**
 * Which of several factorisations of equal size and equal product Z W is taken, see {@link
 * EqualFactorisations}.
 */
public enum Preference {
  /**
   * The shortest W ≥ 0, if there is one; otherwise the shortest two-part code: N times the bits of
   * a row's code, and those of W by its length.
   */
  SIMPLEST,
  /** The fewest ones in Z. */
  FEWEST,
  /** The least Σ w². */
  SHORTEST,
  /** The most pairs of features that are nested or disjoint; of these, the shortest code. */
  NESTED,
  /** Any of them: the one that the search came to. */
  ANY;

  /** Returns its name as an option's value. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

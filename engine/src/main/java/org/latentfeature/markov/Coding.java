package org.latentfeature.markov;

import org.latentfeature.fit.Range;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/**
 * Options for coding rows.
 *
 * @param gain kind of gain that selects a row's next feature
 * @param longest maximum features of a row
 * @param shortest minimum features that the greedy search gives a row, 0 or 1: with 1 a row takes
 *     its best feature even where none is worth its cost
 */
public record Coding(Gain gain, int longest, int shortest) {

  static final String GAIN = "gain";
  static final String LONGEST = "longest";
  static final String SHORTEST = "shortest";
  static final Range LENGTHS = Range.of(1, Paths.LONGEST);
  static final Range LEAST = Range.of(0, 1);

  /** The marginal gain, and any number of features up to the maximum. */
  public static final Coding DEFAULT = new Coding(Gain.MARGINAL, Paths.LONGEST);

  /** Options by which a row may have no feature. */
  public Coding(Gain gain, int longest) {
    this(gain, longest, 0);
  }

  /** Checks the ranges. */
  public Coding {
    LENGTHS.require(LONGEST, longest);
    LEAST.require(SHORTEST, shortest);
  }
}

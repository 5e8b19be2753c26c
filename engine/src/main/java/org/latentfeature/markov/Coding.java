package org.latentfeature.markov;

import org.latentfeature.coding.PathObjective.Gain;
import org.latentfeature.coding.Paths;
import org.latentfeature.fit.Range;

/**
 * How rows are coded.
 *
 * @param gain what a row's next feature is chosen by
 * @param longest most features of a row
 */
public record Coding(Gain gain, int longest) {

  static final String GAIN = "gain";
  static final String LONGEST = "longest";
  static final Range LENGTHS = Range.of(1, Paths.LONGEST);

  /** By the change of the row's likelihood, up to as many features as there can be. */
  public static final Coding DEFAULT = new Coding(Gain.MARGINAL, Paths.LONGEST);

  /** Checks the range. */
  public Coding {
    LENGTHS.require("longest", longest);
  }
}

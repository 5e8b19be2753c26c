package org.latentfeature.markov;

import org.latentfeature.fit.Range;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/**
 * Options for coding rows.
 *
 * @param gain kind of gain that selects a row's next feature
 * @param longest maximum features of a row
 */
public record Coding(Gain gain, int longest) {

  static final String GAIN = "gain";
  static final String LONGEST = "longest";
  static final Range LENGTHS = Range.of(1, Paths.LONGEST);

  /** The marginal gain, and the maximum number of features. */
  public static final Coding DEFAULT = new Coding(Gain.MARGINAL, Paths.LONGEST);

  /** Checks the range. */
  public Coding {
    LENGTHS.require("longest", longest);
  }
}

package org.latentfeature.step;

import java.util.stream.IntStream;
import org.latentfeature.coding.PathObjective;
import org.latentfeature.coding.Paths;

/**
 * Greedy sparse coding of rows as paths (Zhang &amp; Paisley 2016, Algorithm 1): a row's features
 * are the states that a Markov chain visits between two visits to the null state. A path starts
 * empty; the feature j of the largest gain ξ_j is appended while that gain is above 0.
 *
 * <p>Entries of X that are NaN are missing: a row is coded by its known entries alone, and must
 * have one.
 */
public interface PathCoder extends Resident {

  /**
   * Room for the coder.
   *
   * @param features most features of a dictionary, 1 … {@link Paths#MOST_FEATURES}
   */
  record Limits(int features) implements org.latentfeature.step.Limits<PathCoder> {

    /** Checks the range. */
    public Limits {
      Guard.require(
          features >= 1 && features <= Paths.MOST_FEATURES,
          "paths of %,d features; 1 to %,d",
          features,
          Paths.MOST_FEATURES);
    }

    @Override
    public PathCoder checked(PathCoder opened, Guard guard) {
      return new CheckedPathCoder(opened, this, guard);
    }
  }

  /**
   * The paths of some rows of X. A row's path depends on that row and {@code objective} only.
   *
   * @param objective what the gains are made of
   * @param rows the rows, each in 0 … N−1, in any order, repeated or not
   * @return their paths, in that order
   */
  Paths code(PathObjective objective, int[] rows);

  /** Number of rows of X, N. */
  int rows();

  /** The paths of all rows of X, in their order. */
  default Paths code(PathObjective objective) {
    return code(objective, IntStream.range(0, rows()).toArray());
  }
}

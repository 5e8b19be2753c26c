package org.latentfeature.report.graph;

/**
 * Which states and transitions a graph shows. All of them, (K+1)² transitions, nobody could read.
 *
 * @param threshold every transition of at least this probability is shown, in (0, 1]
 * @param strongest besides, so many of the likeliest transitions from each state to other features
 *     are shown, if they stand out: {@value #STANDING_OUT} times as likely as each state would be
 *     if all were equally likely, and as the same feature is after an average state
 * @param most features shown, the most used of more
 * @param nullState whether the null state is shown, with the transitions from and to it
 */
public record TransitionChoice(double threshold, int strongest, int most, boolean nullState) {

  static final double STANDING_OUT = 1.5;

  private static final double SURE = .2;
  private static final int MANY = 100;
  private static final int MOST = 300;

  /**
   * Returns the choice that keeps a graph readable: of up to {@value #MANY} features the two
   * likeliest transitions each, of more the likeliest, and all of {@value #SURE} or more. A
   * threshold alone does not serve every model: a chain that has learnt from pictures leaves each
   * of 20 features for the next one with probability 0.10, each of 256 with 0.03, and a threshold
   * that keeps the graph of the former readable leaves the latter without edges. Of 256 features
   * with two transitions each only a tangle can be drawn.
   *
   * @param features of the model, K
   */
  public static TransitionChoice readable(int features) {
    return new TransitionChoice(SURE, features <= MANY ? 2 : 1, MOST, false);
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public TransitionChoice {
    if (!(threshold > 0 && threshold <= 1)) {
      throw new IllegalArgumentException(
          "the threshold " + threshold + " is not a probability above 0");
    }
    if (strongest < 0) {
      throw new IllegalArgumentException(strongest + " strongest transitions of each state");
    }
    if (most < 1) {
      throw new IllegalArgumentException("a graph of at most " + most + " features");
    }
  }

  /** Every transition of at least this probability, and no other. */
  public TransitionChoice withThreshold(double value) {
    return new TransitionChoice(value, 0, most, nullState);
  }

  /** This choice with so many of the likeliest transitions from each state. */
  public TransitionChoice withStrongest(int value) {
    return new TransitionChoice(threshold, value, most, nullState);
  }

  /** This choice with at most so many features. */
  public TransitionChoice withMost(int value) {
    return new TransitionChoice(threshold, strongest, value, nullState);
  }

  /** This choice with the null state, or without. */
  public TransitionChoice withNullState(boolean value) {
    return new TransitionChoice(threshold, strongest, most, value);
  }
}

package org.latentfeature.report.graph;

/**
 * A state of the Markov chain, which is a node of its graph.
 *
 * @param number its row and column of the transition probabilities: 0 is the null state, from 1 on
 *     it is the feature of that number, whose dictionary element is row {@code number − 1} of W
 * @param usage how often the chain was in it; for a feature the number of rows that have it
 * @param label its name
 */
public record State(int number, double usage, String label) {

  /** Returns whether this is the state between two rows, which is no feature. */
  public boolean isNull() {
    return number == 0;
  }
}

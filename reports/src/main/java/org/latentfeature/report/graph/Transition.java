package org.latentfeature.report.graph;

/**
 * A transition of the Markov chain, which is an edge of its graph.
 *
 * @param from number of the state that is left
 * @param to number of the state that is entered; may be the same
 * @param probability of entering it after {@code from}
 */
public record Transition(int from, int to, double probability) {}

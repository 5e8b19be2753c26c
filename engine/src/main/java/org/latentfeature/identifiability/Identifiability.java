package org.latentfeature.identifiability;

import java.util.List;

/**
 * What is known of the uniqueness of a factorisation X = Z W with this Z.
 *
 * @param verdict whether the condition of Theorem 4 holds
 * @param rank dimension of the span of Z's columns
 * @param dependences a line for each of the K − rank columns that depend on the others
 * @param others binary vectors in the span, neither 0 nor a column, in the order found
 * @param complete whether {@code others} are all there are
 * @param nodes partial vectors that the search looked at
 */
public record Identifiability(
    Verdict verdict,
    int rank,
    List<Dependence> dependences,
    List<SpanVector> others,
    boolean complete,
    long nodes) {

  /** Copies the lists. */
  public Identifiability {
    dependences = List.copyOf(dependences);
    others = List.copyOf(others);
  }
}

package org.latentfeature.fit.identifiability;

import java.util.List;
import java.util.OptionalInt;

/**
 * The result of a uniqueness check of a factorisation X = Z W with this Z, and with this W if one
 * {@linkplain #given was given}.
 *
 * @param verdict what follows from Theorem 4
 * @param rank dimension of the span of Z's columns
 * @param dictionaryRank numerical rank of W; empty where only Z is known
 * @param dependences a line for each of the K − rank columns that depend on the others
 * @param others binary vectors in the span, neither 0 nor a column, in the order found
 * @param complete whether {@code others} are all there are
 * @param nodes partial vectors that the search looked at
 */
public record Identifiability(
    Verdict verdict,
    int rank,
    OptionalInt dictionaryRank,
    List<Dependence> dependences,
    List<SpanVector> others,
    boolean complete,
    long nodes) {

  /** Copies the lists. */
  public Identifiability {
    dependences = List.copyOf(dependences);
    others = List.copyOf(others);
  }

  /**
   * Returns this result with the premise of Theorem 4 checked: where Z meets the condition, it has
   * rank K, and Z W has rank K if and only if W does.
   *
   * @param dictionaryRank rank of W, such as {@link DictionaryRank} computes it
   */
  public Identifiability given(int dictionaryRank) {
    Verdict known =
        verdict != Verdict.UNIQUE_IF_FULL_RANK
            ? verdict
            : dictionaryRank < rank ? Verdict.RANK_DEFICIENT : Verdict.UNIQUE;
    return new Identifiability(
        known, rank, OptionalInt.of(dictionaryRank), dependences, others, complete, nodes);
  }
}

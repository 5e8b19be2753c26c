package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/**
 * Adds feature after feature: the best atoms of the least-squares residual, by score and by gain,
 * are tried in turn, each refined jointly with the earlier features, and the best is kept.
 */
final class FeaturePath {

  /** Atoms of a kind tried for one feature. */
  private static final int TRIED = 3;

  /** Rounds of refinement before the tried atoms are compared. */
  private static final int TRIAL_ROUNDS = 4;

  private final LassoSteps steps;
  private final CodeRefinement refinement;
  private final GreedyAtom search;
  private final GainAtoms gains;

  FeaturePath(LassoSteps steps, CodeRefinement refinement, GreedyAtom search, GainAtoms gains) {
    this.steps = steps;
    this.refinement = refinement;
    this.search = search;
    this.gains = gains;
  }

  /** {@code from} with one more feature, fully refined. */
  Factors grow(Factors from) {
    List<ScoredAtom> byScore = byScore(from);
    List<ScoredAtom> tried = new ArrayList<>(first(byScore));
    tried.addAll(gains.search(from, byScore, TRIED));
    return refinement.descend(best(from, tried));
  }

  /** {@code from} with one more feature, an atom of large score, refined for a few rounds. */
  Factors sproutByScore(Factors from) {
    return best(from, first(byScore(from)));
  }

  /**
   * Returns {@code from} with one more feature, an atom of large gain, refined for a few rounds.
   */
  Factors sproutByGain(Factors from) {
    return best(from, gains.search(from, byScore(from), TRIED));
  }

  private List<ScoredAtom> byScore(Factors from) {
    steps.search().residual(refinement.resident(from), from.w());
    return search.search().atoms();
  }

  private static List<ScoredAtom> first(List<ScoredAtom> atoms) {
    return atoms.subList(0, Math.min(TRIED, atoms.size()));
  }

  private Factors best(Factors from, List<ScoredAtom> atoms) {
    Factors best = null;
    for (BitVector z : atoms.stream().map(ScoredAtom::z).distinct().toList()) {
      Factors grown = refinement.run(from.z().with(z), TRIAL_ROUNDS);
      if (best == null || grown.squaredError() < best.squaredError()) {
        best = grown;
      }
    }
    // If the residual is 0, an empty feature keeps the count.
    return best != null ? best : refinement.fit(from.z().with(nothing(from.z().rows())));
  }

  private static BitVector nothing(int rows) {
    return BitVector.of(new boolean[rows]);
  }

  /** From {@code start} to {@code k} features. */
  Factors grow(Factors start, int k) {
    Factors grown = start;
    while (grown.z().cols() < k) {
      grown = grow(grown);
    }
    return grown;
  }
}

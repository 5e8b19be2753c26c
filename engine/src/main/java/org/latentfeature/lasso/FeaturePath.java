package org.latentfeature.lasso;

import java.util.List;
import org.latentfeature.data.BitVector;
import org.latentfeature.factor.CodeRefinement;
import org.latentfeature.factor.Factors;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/**
 * Adds feature after feature: the best atoms of the least-squares residual are tried in turn, each
 * refined jointly with the earlier features, and the best is kept.
 */
final class FeaturePath {

  /** Atoms tried for one feature. */
  private static final int TRIED = 3;

  /** Rounds of refinement before the tried atoms are compared. */
  private static final int TRIAL_ROUNDS = 4;

  private final AtomSearch steps;
  private final CodeRefinement refinement;
  private final GreedyAtom search;

  FeaturePath(AtomSearch steps, CodeRefinement refinement, GreedyAtom search) {
    this.steps = steps;
    this.refinement = refinement;
    this.search = search;
  }

  /** {@code from} with one more feature, fully refined. */
  Factors grow(Factors from) {
    return refinement.descend(sprout(from));
  }

  /** {@code from} with one more feature, refined for a few rounds. */
  Factors sprout(Factors from) {
    steps.residual(refinement.resident(from), from.w());
    List<ScoredAtom> atoms = search.search().atoms();
    Factors best = null;
    for (ScoredAtom atom : atoms.subList(0, Math.min(TRIED, atoms.size()))) {
      Factors grown = refinement.run(from.z().with(atom.z()), TRIAL_ROUNDS);
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

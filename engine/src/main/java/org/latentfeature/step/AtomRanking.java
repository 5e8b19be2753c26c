package org.latentfeature.step;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/** Candidate atoms in order. */
public final class AtomRanking {

  private AtomRanking() {}

  /** The {@code count} best distinct, non-zero ones, best first; ties keep their order. */
  public static List<ScoredAtom> best(List<ScoredAtom> candidates, int count) {
    List<ScoredAtom> sorted = new ArrayList<>(candidates);
    sorted.sort(Comparator.comparingDouble(ScoredAtom::score).reversed());
    Set<BitVector> seen = new HashSet<>();
    List<ScoredAtom> best = new ArrayList<>();
    for (ScoredAtom c : sorted) {
      if (best.size() == count) {
        break;
      }
      if (c.z().count() > 0 && seen.add(c.z())) {
        best.add(c);
      }
    }
    return List.copyOf(best);
  }
}

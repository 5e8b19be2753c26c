package org.latentfeature.step;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/** Candidate atoms in order. */
public final class AtomRanking {

  private AtomRanking() {}

  /**
   * The {@code count} best distinct, non-zero ones, best first; ties keep their order.
   *
   * @param candidates the atoms with their scores
   */
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

  /** A hash of a packed atom; 0 for the empty atom. */
  public static long hash(long[] words) {
    long hash = 0;
    for (int w = 0; w < words.length; w++) {
      hash ^= words[w] == 0 ? 0 : CounterRandom.bits(words[w], w, 0);
    }
    return hash;
  }

  /**
   * Returns the hashes of a part's rows such that their exclusive or over all parts is the hash of
   * all rows.
   */
  static long[] ofPart(long[] hashes, int part) {
    return LongStream.of(hashes).map(h -> h == 0 ? 0 : CounterRandom.bits(h, part, 0)).toArray();
  }

  /**
   * The numbers of the {@code count} best with hashes that are new and not 0, best first.
   *
   * @param scores one for each
   */
  public static int[] distinct(double[] scores, long[] hashes, int count) {
    Set<Long> seen = new HashSet<>();
    seen.add(0L);
    return IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> scores[i]).reversed())
        .filter(i -> seen.add(hashes[i]))
        .limit(count)
        .mapToInt(Integer::intValue)
        .toArray();
  }
}

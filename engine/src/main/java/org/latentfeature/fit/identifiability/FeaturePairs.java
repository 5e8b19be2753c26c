package org.latentfeature.fit.identifiability;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * The commonest ways to another binary vector, tried where the whole search is too long: the sum of
 * two columns that no row has together, and the difference of two of which one is part of the
 * other.
 */
final class FeaturePairs {

  private FeaturePairs() {}

  /** One such combination that is neither 0 nor a column of {@code z}, if there is one. */
  static Optional<Combination> other(BinaryMatrix z) {
    Set<BitVector> columns = new HashSet<>(z.columns());
    for (int a = 0; a < z.cols(); a++) {
      for (int b = 0; b < z.cols(); b++) {
        BitVector first = z.column(a);
        BitVector second = z.column(b);
        int both = first.dot(second);
        if (first.count() == 0 || second.count() == 0) {
          continue;
        }
        if (a < b && both == 0 && !columns.contains(combined(first, second))) {
          return Optional.of(combination(z.cols(), a, b, 1));
        }
        boolean part = both == second.count() && both < first.count();
        if (part && !columns.contains(combined(first, second))) {
          return Optional.of(combination(z.cols(), a, b, -1));
        }
      }
    }
    return Optional.empty();
  }

  /** The sum of disjoint vectors and the difference of nested ones alike: where they differ. */
  private static BitVector combined(BitVector first, BitVector second) {
    long[] words = first.toWords();
    for (int w = 0; w < words.length; w++) {
      words[w] ^= second.word(w);
    }
    return BitVector.ofWords(first.length(), words);
  }

  private static Combination combination(int k, int a, int b, int sign) {
    List<BigInteger> c = new ArrayList<>();
    for (int f = 0; f < k; f++) {
      c.add(BigInteger.valueOf(f == a ? 1 : f == b ? sign : 0));
    }
    return new Combination(c, BigInteger.ONE);
  }
}

package org.latentfeature.fit.identifiability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** The rows of an incidence matrix as vectors of K entries. */
final class DistinctRows {

  private DistinctRows() {}

  /**
   * Each row once, the zero row not at all: equal rows ask the same of a vector in the span, and a
   * zero row nothing. Those with the fewest ones come first, for a basis of light rows makes the
   * other rows short combinations of it.
   */
  static List<BitVector> of(BinaryMatrix z) {
    return of(z, z.rows());
  }

  /** Returns those of the first {@code most} rows. */
  static List<BitVector> of(BinaryMatrix z, int most) {
    Map<BitVector, Integer> distinct = counted(z, Math.min(most, z.rows()));
    List<BitVector> rows = new ArrayList<>(distinct.keySet());
    rows.removeIf(row -> row.count() == 0);
    rows.sort(Comparator.comparingInt(BitVector::count));
    return rows;
  }

  /**
   * Counts how many rows are each of the distinct ones, the zero row among them, in the order of Z.
   */
  static Map<BitVector, Integer> counted(BinaryMatrix z) {
    return counted(z, z.rows());
  }

  private static Map<BitVector, Integer> counted(BinaryMatrix z, int most) {
    Map<BitVector, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < most; i++) {
      counts.merge(row(z, i), 1, Integer::sum);
    }
    return counts;
  }

  /** Row {@code i} of {@code z}. */
  static BitVector row(BinaryMatrix z, int i) {
    long[] words = new long[BitVector.wordCount(z.cols())];
    for (int k = 0; k < z.cols(); k++) {
      if (z.get(i, k)) {
        words[k >> 6] |= 1L << (k & 63);
      }
    }
    return BitVector.ofWords(z.cols(), words);
  }
}

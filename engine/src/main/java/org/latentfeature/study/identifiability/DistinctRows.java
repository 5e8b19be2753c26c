package org.latentfeature.study.identifiability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
    Set<BitVector> distinct = new LinkedHashSet<>();
    for (int i = 0; i < z.rows(); i++) {
      BitVector row = row(z, i);
      if (row.count() > 0) {
        distinct.add(row);
      }
    }
    List<BitVector> rows = new ArrayList<>(distinct);
    rows.sort(Comparator.comparingInt(BitVector::count));
    return rows;
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

package org.latentfeature.fit.identifiability;

import java.util.HashSet;
import java.util.Set;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Tries every binary vector of N entries: does it raise the rank? */
public final class SpanByBruteForce {

  private SpanByBruteForce() {}

  /** The binary vectors in the span of {@code z}, less 0 and its columns. */
  public static Set<BitVector> others(BinaryMatrix z) {
    int rank = rank(z);
    Set<BitVector> others = new HashSet<>();
    for (long bits = 1; bits < 1L << z.rows(); bits++) {
      BitVector candidate = BitVector.ofWords(z.rows(), new long[] {bits});
      if (!z.columns().contains(candidate) && rank(z.with(candidate)) == rank) {
        others.add(candidate);
      }
    }
    return others;
  }

  /** The rank by Bareiss's elimination, whose entries are minors and fit a long here. */
  public static int rank(BinaryMatrix z) {
    long[][] m = new long[z.rows()][z.cols()];
    for (int i = 0; i < z.rows(); i++) {
      for (int k = 0; k < z.cols(); k++) {
        m[i][k] = z.get(i, k) ? 1 : 0;
      }
    }
    int rank = 0;
    long previous = 1;
    for (int k = 0; k < z.cols() && rank < z.rows(); k++) {
      int pivot = rank;
      while (pivot < z.rows() && m[pivot][k] == 0) {
        pivot++;
      }
      if (pivot == z.rows()) {
        continue;
      }
      long[] row = m[pivot];
      m[pivot] = m[rank];
      m[rank] = row;
      for (int i = rank + 1; i < z.rows(); i++) {
        for (int j = z.cols() - 1; j >= k; j--) {
          m[i][j] =
              Math.subtractExact(
                      Math.multiplyExact(m[i][j], row[k]), Math.multiplyExact(row[j], m[i][k]))
                  / previous;
        }
      }
      previous = row[k];
      rank++;
    }
    return rank;
  }
}

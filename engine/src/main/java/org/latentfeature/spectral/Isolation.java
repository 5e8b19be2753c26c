package org.latentfeature.spectral;

import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigenvalues;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * The isolation of a feature's eigenpair, 0 if it vanishes: the smallest singular value of J_k =
 * E[(2z_k − 1) z zᵀ]. At about .005 it merges with another one into a complex pair, which no solver
 * finds.
 */
public final class Isolation {

  /** The isolation below which the eigenpair of a feature of sampled rows may vanish. */
  public static final double VANISHING = 0.005;

  private Isolation() {}

  /**
   * The smallest singular value of J_k for each feature k, by the empirical codes.
   *
   * @param z codes, N×K
   */
  public static double[] of(BinaryMatrix z) {
    List<BitVector> columns = z.columns();
    int k = columns.size();
    double[] least = new double[k];
    for (int f = 0; f < k; f++) {
      Dense j = new Dense(k, k);
      for (int a = 0; a < k; a++) {
        for (int b = 0; b <= a; b++) {
          j.set(a, b, signedCount(columns.get(f), columns.get(a), columns.get(b)) / z.rows());
        }
      }
      least[f] = Double.POSITIVE_INFINITY;
      for (double value : SymmetricEigenvalues.of(j)) {
        least[f] = Math.min(least[f], Math.abs(value));
      }
    }
    return least;
  }

  /** How many rows with features a and b have f, less how many have not. */
  private static double signedCount(BitVector f, BitVector a, BitVector b) {
    long count = 0;
    for (int w = 0; w < BitVector.wordCount(f.length()); w++) {
      long both = a.word(w) & b.word(w);
      count += 2L * Long.bitCount(both & f.word(w)) - Long.bitCount(both);
    }
    return count;
  }
}

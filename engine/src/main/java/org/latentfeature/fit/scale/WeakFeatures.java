package org.latentfeature.fit.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.step.Factorisation.Products;

/** Which features of a dictionary explain least, from the sums ZᵀZ and ZᵀX alone. */
final class WeakFeatures {

  private WeakFeatures() {}

  /**
   * The {@code k} features that are left when the weakest are dropped one at a time: without
   * feature j the error rises by ‖w_j‖² / ((ZᵀZ)⁻¹)_jj.
   */
  static int[] strongest(Products sums, int k) {
    List<Integer> kept = new ArrayList<>(IntStream.range(0, sums.gram().rows()).boxed().toList());
    while (kept.size() > k) {
      kept.remove(weakest(some(sums, kept)));
    }
    return kept.stream().mapToInt(j -> j).toArray();
  }

  /** The least-squares dictionary of these features alone, for the codes of all. */
  static Dense dictionary(Products sums, int[] kept) {
    return LeastSquares.FREE.dictionary(some(sums, IntStream.of(kept).boxed().toList()));
  }

  /** The place of the weakest of all. */
  private static int weakest(Products sums) {
    int k = sums.gram().rows();
    Dense w = LeastSquares.FREE.dictionary(sums);
    Dense inverse = LeastSquares.FREE.dictionary(new Products(sums.gram(), identity(k)));
    int weakest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < k; j++) {
      double norm = w.rowNorm(j);
      double rise = inverse.get(j, j) > 0 ? norm * norm / inverse.get(j, j) : 0;
      if (rise < least) {
        least = rise;
        weakest = j;
      }
    }
    return weakest;
  }

  private static Dense identity(int k) {
    Dense ones = new Dense(k, k);
    for (int j = 0; j < k; j++) {
      ones.set(j, j, 1);
    }
    return ones;
  }

  private static Products some(Products sums, List<Integer> kept) {
    int k = kept.size();
    int d = sums.cross().cols();
    Dense gram = new Dense(k, k);
    Dense cross = new Dense(k, d);
    for (int a = 0; a < k; a++) {
      for (int b = 0; b < k; b++) {
        gram.set(a, b, sums.gram().get(kept.get(a), kept.get(b)));
      }
      System.arraycopy(sums.cross().values(), kept.get(a) * d, cross.values(), a * d, d);
    }
    return new Products(gram, cross);
  }
}

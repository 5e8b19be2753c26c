package org.latentfeature.ibp.bpmeans;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.factor.Factors;

/**
 * Dictionaries from which a descent may leave an optimum whose features are sums and differences of
 * better ones. Codes follow the dictionary that they are refined with.
 */
final class Exchanges {

  private Exchanges() {}

  /**
   * Where a descent begins.
   *
   * @param z N×K
   * @param a K×D, not the least-squares dictionary of {@code z}
   */
  record Start(BinaryMatrix z, Dense a) {}

  /**
   * All with one feature less, those without one before those with the sum of two in place of both;
   * then those with a_j − a_k or a_j + a_k in place of a_j.
   */
  static List<Start> of(Factors factors) {
    int k = factors.w().rows();
    List<Start> all = new ArrayList<>();
    for (int j = 0; j < k && k > 1; j++) {
      all.add(without(factors.z(), factors.w(), j));
    }
    for (int j = 0; j < k; j++) {
      for (int other = 0; other < j; other++) {
        all.add(without(factors.z(), plus(factors.w(), other, 1, j), j));
      }
    }
    for (int sign = -1; sign <= 1; sign += 2) {
      for (int j = 0; j < k; j++) {
        for (int other = 0; other < k; other++) {
          if (other != j) {
            all.add(new Start(factors.z(), plus(factors.w(), j, sign, other)));
          }
        }
      }
    }
    return all;
  }

  private static Start without(BinaryMatrix z, Dense a, int k) {
    int[] kept = IntStream.range(0, z.cols()).filter(j -> j != k).toArray();
    return new Start(z.without(k), a.selectRows(kept));
  }

  /** a_j + sign · a_other in place of a_j. */
  private static Dense plus(Dense a, int j, int sign, int other) {
    Dense changed = a.copy();
    for (int d = 0; d < a.cols(); d++) {
      changed.set(j, d, a.get(j, d) + sign * a.get(other, d));
    }
    return changed;
  }
}

package org.latentfeature.lasso;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * Where searches from starts of their own ended: if several ended at the same codes, and chains
 * found none better, a longer search from one more start has little to find.
 */
final class Agreement {

  /** Searches that must agree, beside the chains. */
  private static final int ENOUGH = 3;

  private record End(double squaredError, Set<BitVector> columns) {}

  private final Map<String, End> ends = new HashMap<>();

  /**
   * Notes what a search found; its best counts.
   *
   * @param squaredError of all rows and columns
   */
  void note(String search, BinaryMatrix z, double squaredError) {
    End before = ends.get(search);
    if (before == null || squaredError < before.squaredError()) {
      ends.put(search, new End(squaredError, Set.copyOf(z.columns())));
    }
  }

  /** Returns that searches agree, as one line; null if they do not. */
  @Nullable String reason() {
    End chains = ends.get(LassoStages.ANNEAL);
    if (chains == null) {
      return null;
    }
    List<String> agreeing =
        ends.entrySet().stream()
            .filter(end -> end.getValue().columns().equals(chains.columns()))
            .map(Map.Entry::getKey)
            .filter(search -> !search.equals(LassoStages.ANNEAL))
            .sorted()
            .toList();
    return agreeing.size() < ENOUGH
        ? null
        : String.join(", ", agreeing) + " ended at the same codes, and chains found none better";
  }
}

package org.latentfeature.fit.identifiability;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * The binary vectors in the span of Z, of which other columns of Z could be made: first the columns
 * themselves, in their order.
 *
 * @param combinations c of each vector Z c
 * @param codes how many rows of Z are each of the distinct ones
 * @param complete whether these are all there are
 */
record SpanCandidates(
    List<Combination> combinations, Map<BitVector, Integer> codes, boolean complete) {

  /** Partial vectors looked at: some tens of milliseconds. */
  private static final long NODES = 1 << 18;

  private static final int MOST = 1000;

  /** Operations to compare every two candidates on every code: less than a second. */
  private static final double COMPARISONS = 4e8;

  /** More rows than this are held only against what the first of them admit. */
  private static final int FIRST_ROWS = 20_000;

  /**
   * Returns the candidates for {@code z}; null if its columns depend on each other or are the only
   * ones that were found.
   */
  static @Nullable SpanCandidates of(BinaryMatrix z, StopSignal stop) {
    int k = z.cols();
    List<BitVector> first = DistinctRows.of(z, FIRST_ROWS);
    if (SpanScan.isAlone(first, k, stop) && FeaturePairs.other(z).isEmpty()) {
      return null;
    }
    RowBasis basis = new RowBasis(first, k, stop);
    boolean isPart = z.rows() > FIRST_ROWS;
    if (basis.rows().size() < k && isPart) {
      first = DistinctRows.of(z);
      basis = new RowBasis(first, k, stop);
    }
    if (basis.rows().size() < k) {
      return null;
    }
    int most = (int) Math.min(MOST, Math.sqrt(COMPARISONS / first.size()));
    SpanSearch search =
        new SpanSearch(
            first,
            basis,
            new SearchLimits(most, NODES),
            stop,
            WorkListener.SILENT,
            SpanSearch.Pruning.DEFAULT);
    Set<Combination> all = new LinkedHashSet<>();
    for (int f = 0; f < k; f++) {
      search.exclude(SpanCondition.entries(f, basis.rows()));
      all.add(Combination.unit(k, f));
    }
    all.addAll(search.run());
    if (all.size() == k) {
      return null;
    }
    // The vectors of one row of the basis each: those of a mixture, if Z is one.
    for (RowBasis.Dual dual : basis.duals()) {
      all.add(new Combination(dual.vector(), dual.scale()));
    }
    Map<BitVector, Integer> counted = DistinctRows.counted(z);
    List<Combination> kept = new ArrayList<>();
    for (Combination c : all) {
      if (counted.keySet().stream().allMatch(row -> c.bit(row) >= 0)) {
        kept.add(c);
      }
    }
    return kept.size() == k ? null : new SpanCandidates(kept, counted, search.isComplete());
  }

  /** Returns the entries of candidate {@code c} at the distinct rows. */
  BitVector column(int c) {
    boolean[] ones = new boolean[codes.size()];
    int i = 0;
    for (BitVector code : codes.keySet()) {
      ones[i++] = combinations.get(c).bit(code) == 1;
    }
    return BitVector.of(ones);
  }

  /** Returns how many rows of Z are each of the distinct ones. */
  int[] counts() {
    return codes.values().stream().mapToInt(n -> n).toArray();
  }
}

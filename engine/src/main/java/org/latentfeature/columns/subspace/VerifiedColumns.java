package org.latentfeature.columns.subspace;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.factor.FactorBench;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Search;

/**
 * Searches for columns that lie in the span of the data. Where there are fewer than K, the columns
 * of the best so far that are farthest from them join them.
 *
 * @param k K
 * @param seed of all random numbers
 */
public record VerifiedColumns(int k, long seed) implements Search<FactorBench> {

  /** Name of the search and of its results. */
  public static final String NAME = "verified columns";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public @Nullable String refusal(FactorBench bench) {
    String unknown = bench.withoutLeadingVectors(k);
    if (unknown != null) {
      return unknown;
    }
    int rows = bench.fit().rows().rows();
    int least = ColumnSearch.leastRows(k);
    if (rows < least) {
      return "X has %,d rows; to verify a column at K = %d, at least %,d are needed"
          .formatted(rows, k, least);
    }
    return bench.fit().leading(k).hasGap()
        ? null
        : "the singular values of X have no gap after K = %d".formatted(k);
  }

  @Override
  public void run(FactorBench bench) {
    FactorFit fit = bench.fit();
    List<VerifiedColumn> verified = new ArrayList<>();
    fit.monitor()
        .time(
            NAME,
            () -> {
              ColumnSearch.search(
                  fit.backend(),
                  fit.rows(),
                  fit.spectrum(),
                  fit.leading(k),
                  fit.data().noisyCols(),
                  seed,
                  fit.monitor().signal(),
                  columns -> {
                    verified.clear();
                    verified.addAll(columns);
                  });
              return verified;
            });
    if (!verified.isEmpty()) {
      List<BitVector> columns = verified.stream().map(VerifiedColumn::z).toList();
      bench.offer(NAME, fit.refinement().run(completed(columns, bench.best())));
    }
  }

  /** Returns {@code columns} and, up to K, those of {@code others} farthest from all of them. */
  private BinaryMatrix completed(List<BitVector> columns, Factors others) {
    List<BitVector> all = new ArrayList<>(columns);
    List<BitVector> left = new ArrayList<>(others.z().columns());
    while (all.size() < k && !left.isEmpty()) {
      BitVector farthest = left.get(0);
      int most = -1;
      for (BitVector column : left) {
        int nearest = all.stream().mapToInt(column::distance).min().orElseThrow();
        if (nearest > most) {
          most = nearest;
          farthest = column;
        }
      }
      left.remove(farthest);
      all.add(farthest);
    }
    return BinaryMatrix.ofColumns(others.z().rows(), all.subList(0, Math.min(k, all.size())));
  }
}

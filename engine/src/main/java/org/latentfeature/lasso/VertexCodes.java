package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.columns.vertex.IndependentVertices;
import org.latentfeature.columns.vertex.LeadingSpan;
import org.latentfeature.columns.vertex.RowSet;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.HartiganMoves;
import org.latentfeature.fit.factor.Search;

/**
 * The vertices of the cube nearest the span of X (MF-Binary), where rows are too few to verify
 * columns or noise hides the gap of the singular values: from few rows, all vertices are tried.
 */
final class VertexCodes implements Search<LassoBench> {

  /** Maximum K: 2²⁰ vertices take a tenth of a second for each set of rows. */
  private static final int MAX_FEATURES = 20;

  private static final int ROW_SETS = 3;

  /**
   * Share of the largest squared singular value below which others may be rounding errors: above
   * that at which {@link LeadingSpan} refuses them.
   */
  private static final double ROUNDING = 1e-12;

  @Override
  public String name() {
    return LassoStages.VERTICES;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    int k = bench.options().k();
    String without = ColumnAtoms.withoutSpan(bench);
    if (without != null) {
      return without;
    }
    if (k > MAX_FEATURES) {
      return "K is %d; 2^%d vertices are tried at most".formatted(k, MAX_FEATURES);
    }
    int n = bench.steps().rows.rows();
    int most = HartiganMoves.maxRows(k);
    if (n > most) {
      return "X has %,d rows; at K = %d vertices are tried for up to %,d".formatted(n, k, most);
    }
    double[] values = bench.spectrum().squaredSingularValues();
    return values[k - 1] > ROUNDING * values[0]
        ? null
        : "the rank of X is below K = %d".formatted(k);
  }

  @Override
  public void run(LassoBench bench) {
    int k = bench.options().k();
    int threads = Math.max(1, bench.plan().backend().info().threads());
    FitMonitor monitor = bench.monitor();
    StopSignal stop = monitor.signal();
    bench.prepareMoves();
    monitor.time(
        name(),
        () -> {
          LeadingSpan span =
              LeadingSpan.linear(
                  bench.plan().backend(), bench.steps().rows, bench.spectrum(), k, stop);
          for (RowSet set : span.rowSets(ROW_SETS)) {
            bench.offerProposal(IndependentVertices.columns(set, threads, stop));
            if (bench.isReached()) {
              break;
            }
          }
          return span;
        });
  }
}

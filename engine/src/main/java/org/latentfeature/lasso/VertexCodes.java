package org.latentfeature.lasso;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.columns.vertex.IndependentVertices;
import org.latentfeature.columns.vertex.LeadingSpan;
import org.latentfeature.columns.vertex.RowSet;
import org.latentfeature.columns.vertex.Vertex;
import org.latentfeature.columns.vertex.VertexSearch;
import org.latentfeature.data.BinaryMatrix;
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

  /** Squared singular values below this share of the largest are rounding errors of X. */
  private static final double ROUNDING = 1e-12;

  /** So many times K vertices are looked at for independent ones. */
  private static final int SPARE = 4;

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
    if (!HartiganMoves.isWorthwhile(n, k)) {
      return "X has %,d rows; vertices are tried up to %,d at K = %d"
          .formatted(n, HartiganMoves.maxRows(k), k);
    }
    double[] values = bench.spectrum().squaredSingularValues();
    return values[k - 1] > ROUNDING * values[0]
        ? null
        : "the rank of X is below K = %d".formatted(k);
  }

  @Override
  public void run(LassoBench bench) {
    int k = bench.options().k();
    FitMonitor monitor = bench.monitor();
    StopSignal stop = monitor.signal();
    LeadingSpan span =
        monitor.time(
            "spectrum",
            () ->
                LeadingSpan.linear(
                    bench.plan().backend(), bench.steps().rows, bench.spectrum(), k, stop));
    int threads = Math.max(1, bench.plan().backend().info().threads());
    for (RowSet set : span.rowSets(ROW_SETS)) {
      List<Vertex> nearest =
          monitor.time(name(), () -> VertexSearch.nearest(set, SPARE * k, true, threads, stop));
      bench.offerProposal(
          BinaryMatrix.ofColumns(
              set.length(),
              IndependentVertices.of(set, nearest, true).stream().map(set::column).toList()));
      if (bench.isReached()) {
        return;
      }
    }
  }
}

package org.latentfeature.lasso;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.columns.subspace.ColumnSearch;
import org.latentfeature.columns.subspace.VerifiedColumn;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Search;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.lasso.Found.SearchedColumns;
import org.latentfeature.step.ResidentRows;

/**
 * Columns of Z verified to lie in the span of the data: K of them that leave no more error than the
 * ground truth are the result; fewer are the first atoms of the convex fit.
 */
final class ColumnAtoms implements Search<LassoBench> {

  @Override
  public String name() {
    return LassoStages.COLUMNS;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    return withoutGap(bench);
  }

  /** Returns why X has no K leading singular vectors, as one line; null if it has. */
  static @Nullable String withoutSpan(LassoBench bench) {
    String without = bench.withoutSpectrum();
    if (without != null) {
      return without;
    }
    int k = bench.options().k();
    int rank = Math.min(bench.steps().rows.rows(), bench.steps().rows.cols());
    return k > rank ? "K is %d, but the rank of X is at most %d".formatted(k, rank) : null;
  }

  /**
   * Returns why the K leading singular vectors of X do not span Z, as one line; null if they may.
   */
  static @Nullable String withoutGap(LassoBench bench) {
    String without = withoutSpan(bench);
    if (without != null) {
      return without;
    }
    int k = bench.options().k();
    int n = bench.steps().rows.rows();
    int least = ColumnSearch.leastRows(k);
    if (n < least) {
      return "X has %d rows; to verify a column at K = %d, at least %d are needed"
          .formatted(n, k, least);
    }
    return bench.leading().hasGap()
        ? null
        : "the singular values of X have no gap after K = %d".formatted(k);
  }

  /** Returns whether {@code factors} leave no more error than the ground truth. */
  static boolean isTruth(Factors factors, LassoBench bench) {
    return withoutSpan(bench) == null
        && SpectralFloor.isReached(
            bench.data().whole(factors.squaredError()),
            bench.leading(),
            bench.steps().rows.rows(),
            bench.data().noisyCols());
  }

  @Override
  public void run(LassoBench bench) {
    FitMonitor monitor = bench.monitor();
    bench.searched(SearchedColumns.NONE);
    ResidentRows rows = bench.steps().rows;
    Spectrum spectrum = bench.spectrum();
    Spectrum.Leading leading = bench.leading();
    monitor.time(
        name(),
        () -> {
          ColumnSearch.search(
              bench.plan().backend(),
              rows,
              spectrum,
              leading,
              bench.data().noisyCols(),
              bench.options().seed(),
              monitor.signal(),
              columns -> onRound(bench, columns));
          return bench;
        });
    BinaryMatrix found = columns(bench);
    if (found.cols() == bench.options().k()) {
      Factors refined = monitor.time("refine", () -> bench.refinement().run(found));
      if (isTruth(refined, bench)) {
        bench.keep(refined);
        bench.reach();
      }
    }
  }

  /** Keeps the columns of one more round. */
  private static void onRound(LassoBench bench, List<VerifiedColumn> found) {
    boolean more = found.size() > bench.searched().columns().size();
    bench.searched(new SearchedColumns(List.copyOf(found), null, null));
    if (more) {
      bench.report(bench.refinement().fit(columns(bench)));
    }
  }

  private static BinaryMatrix columns(LassoBench bench) {
    return bench.searched().matrix(bench.steps().rows.rows());
  }
}

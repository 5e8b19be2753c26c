package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.columns.difference.DifferenceSearch;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.Search;

/** {@link DifferenceSearch}, where the singular values of X do not tell its features. */
final class DifferenceCodes implements Search<LassoBench> {

  /** Multiplications that code all rows, some ten seconds on two threads. */
  private static final double MOST_WORK = 1e11;

  @Override
  public String name() {
    return LassoStages.DIFFERENCES;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    int k = bench.options().k();
    if (k > DifferenceSearch.MOST_FEATURES) {
      return "K is %d; 2^%d sums are tried at most".formatted(k, DifferenceSearch.MOST_FEATURES);
    }
    if (bench.data().known() < 1) {
      return "entries of X are missing";
    }
    if (!(bench.data().loaded().source() instanceof Matrix)) {
      return "X is not a dense matrix in memory";
    }
    // Sparse rows are searched in few dimensions, in which differences of wide rows show no more.
    int d = Math.max(bench.steps().rows.cols(), bench.data().prepared().noisyCols());
    if (d > DifferenceSearch.MOST_COLUMNS) {
      return "X has %,d columns; differences are counted for up to %d"
          .formatted(d, DifferenceSearch.MOST_COLUMNS);
    }
    int n = bench.steps().rows.rows();
    if (DifferenceSearch.codingWork(n, d, k) > MOST_WORK) {
      return "X has %,d rows and %d columns; to compare each row with 2^%d sums would take too long"
          .formatted(n, d, k);
    }
    return k < d && ColumnAtoms.withoutGap(bench) == null
        ? "the singular values of X have a gap after K = %d".formatted(k)
        : null;
  }

  @Override
  public void run(LassoBench bench) {
    FitMonitor monitor = bench.monitor();
    LassoOptions options = bench.options();
    monitor.time(
        name(),
        () -> {
          DifferenceSearch.Result found =
              DifferenceSearch.search(
                  bench.data().loaded().x(),
                  options.k(),
                  options.seed(),
                  Math.max(1, bench.plan().backend().info().threads()),
                  monitor.signal());
          if (found != null) {
            offer(found, bench);
          }
          return bench;
        });
  }

  private static void offer(DifferenceSearch.Result found, LassoBench bench) {
    if (!found.isSettled()) {
      bench.offerProposal(found.z());
      return;
    }
    bench.searched(
        bench
            .searched()
            .settledBy(
                "%d differences of rows stand out, the last with %,d votes, the next with at most %,d%s"
                    .formatted(
                        found.standing(),
                        found.votes(),
                        found.nextVotes(),
                        found.standing() < bench.options().k()
                            ? ", and with what they leave explain X"
                            : "")));
    bench.offerProposal(found.z());
    bench.reach();
  }
}

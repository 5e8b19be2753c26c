package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.columns.cumulant.CumulantSearch;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.Search;

/**
 * All columns of Z at once, without verification, where fewer than K are verified: the result if
 * they leave no more error than the ground truth.
 */
final class CumulantCodes implements Search<LassoBench> {

  private static final int STARTS = 1;

  private final boolean needsGap;

  /**
   * A search of data with or without a gap of the singular values after K.
   *
   * @param needsGap whether it does not apply to data without one
   */
  CumulantCodes(boolean needsGap) {
    this.needsGap = needsGap;
  }

  @Override
  public String name() {
    return LassoStages.CUMULANTS;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    if (bench.searched().columns().size() == bench.options().k()) {
      return "all K columns are verified already";
    }
    return needsGap ? ColumnAtoms.withoutGap(bench) : ColumnAtoms.withoutSpan(bench);
  }

  @Override
  public void run(LassoBench bench) {
    CumulantSearch.Request request =
        new CumulantSearch.Request(
            bench.plan().backend(),
            bench.steps().rows,
            bench.data().loaded().x(),
            bench.spectrum(),
            bench.options().k(),
            bench.data().noisyCols());
    bench.prepareMoves();
    FitMonitor monitor = bench.monitor();
    monitor.time(
        name(),
        () -> {
          CumulantSearch.search(
              request,
              STARTS,
              bench.options().seed(),
              monitor.signal(),
              z -> {
                bench.offerProposal(z);
                return bench.isReached();
              });
          return bench;
        });
  }
}

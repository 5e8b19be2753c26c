package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.factor.Factors;
import org.latentfeature.factor.Search;

/**
 * All columns of Z at once, without verification, where fewer than K are verified: the result if
 * they leave no more error than the ground truth.
 */
final class CumulantsNext implements Search<LassoBench> {

  @Override
  public String name() {
    return LassoStages.CUMULANTS;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    return bench.proposed().columns().size() == bench.options().k()
        ? "all K columns are verified already"
        : ColumnsFirst.withoutGap(bench);
  }

  @Override
  public void run(LassoBench bench) {
    ColumnProposals.Request request = ColumnsFirst.request(bench);
    bench
        .monitor()
        .time(
            name(),
            () -> {
              bench
                  .plan()
                  .proposals()
                  .proposeTogether(
                      request,
                      z -> {
                        Factors refined = bench.refinement().run(z);
                        bench.tell(refined);
                        bench.keep(refined);
                        return ColumnsFirst.isTruth(refined, bench);
                      });
              return bench;
            });
    Found found = bench.best();
    if (found != null && ColumnsFirst.isTruth(found.factors(), bench)) {
      bench.reach();
    }
  }
}

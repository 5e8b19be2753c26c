package org.latentfeature.lasso;

import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Search;

/**
 * A warm start: given codes are refined, coded anew while that helps, and grown to K features.
 *
 * @param start the codes
 */
record StartSearch(BinaryMatrix start) implements Search<LassoBench> {

  @Override
  public String name() {
    return LassoStages.START;
  }

  @Override
  public void run(LassoBench bench) {
    Factors grown = bench.monitor().time("refine", () -> refined(bench));
    bench.report(grown);
    while (grown.z().cols() < bench.options().k()) {
      grown = bench.path().grow(grown);
      bench.report(grown);
    }
    bench.keep(grown);
  }

  private Factors refined(LassoBench bench) {
    CodeRefinement refinement = bench.refinement();
    Factors refined = refinement.run(start);
    return start.cols() == 0
        ? refined
        : refined.orBetter(
            refinement.extend(
                refined.w(), LassoBench.RESTARTS, bench.coding(), SampledRows.EXTENSION_GAIN));
  }

  /** The result is at least {@code start} itself. */
  @Override
  public void stopped(LassoBench bench) {
    if (bench.found() == null && start.cols() > 0) {
      bench.refinement().fit(start);
    }
  }
}

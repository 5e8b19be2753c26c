package org.latentfeature.columns.cumulant;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.factor.FactorBench;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Search;

/**
 * Searches for columns by the cumulants of features, as if these were independent.
 *
 * @param k K
 * @param seed of all random numbers
 */
public record CumulantColumns(int k, long seed) implements Search<FactorBench> {

  /** Name of the search and of its results. */
  public static final String NAME = "cumulants";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public @Nullable String refusal(FactorBench bench) {
    return bench.withoutLeadingVectors(k);
  }

  @Override
  public void run(FactorBench bench) {
    FactorFit fit = bench.fit();
    fit.monitor()
        .time(
            NAME,
            () -> {
              CumulantSearch.search(
                  new CumulantSearch.Request(
                      fit.backend(),
                      fit.rows(),
                      fit.x(),
                      fit.spectrum(),
                      k,
                      fit.data().noisyCols()),
                  CumulantOptions.of(k).starts(),
                  seed,
                  fit.monitor().signal(),
                  z -> {
                    bench.offer(NAME, fit.refinement().run(z));
                    return bench.isReached();
                  });
              return bench;
            });
  }
}

package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Search;

/**
 * Improves the best of the convex fits by exchanging features, see {@link FeatureSwaps}; where
 * there are many rows, on a sample of them.
 */
final class ExchangeSearch implements Search<LassoBench> {

  /** Work limit of {@link FeatureSwaps} for one K, about a second. */
  private static final double WORK = 5e8;

  /** Multiple of {@link #WORK} that is the limit on a sample of the rows. */
  private static final double SAMPLE_WORK = 4;

  @Override
  public String name() {
    return LassoStages.EXCHANGE;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    String agreed = bench.agreement();
    if (agreed != null) {
      return agreed;
    }
    Found best = bench.best();
    return best != null && best.method().equals(LassoStages.CONVEX_FIT)
        ? null
        : "the path is better than the convex fits, and has exchanged features already";
  }

  @Override
  public void run(LassoBench bench) {
    Found best = bench.best();
    if (best == null) {
      return;
    }
    bench.continueFrom(best);
    Factors from = best.factors();
    boolean isSampled =
        SampledRows.isWorthwhile(bench)
            && SampledRows.run(bench, false, sample -> exchangeCodes(sample, from));
    bench.keep(
        isSampled
            ? bench.models().get(bench.models().size() - 1).factors()
            : exchange(bench, from));
  }

  private static void exchangeCodes(LassoBench sample, Factors all) {
    CodeRefinement refinement = sample.refinement();
    Factors start = refinement.descend(refinement.encode(all.w(), 1, sample.coding()));
    sample.add(exchange(sample, start));
  }

  /** Returns {@code from} on the rows of {@code bench}, or what is better. */
  static Factors exchange(LassoBench bench, Factors from) {
    double work = bench.isSample() ? SAMPLE_WORK * WORK : WORK;
    return bench
        .monitor()
        .time(
            "exchange",
            () -> bench.swaps().improve(from, work / Math.max(1, from.z().cols() / 8.0)));
  }
}

package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Search;

/** The convex fit as published: at one penalty, its K largest atoms, no refinement. */
final class PublishedFit implements Search<LassoBench> {

  private @Nullable ConvexFit convex;

  @Override
  public String name() {
    return LassoStages.CONVEX_FIT;
  }

  @Override
  public void run(LassoBench bench) {
    ConvexFit fit = fit(bench);
    bench.keep(largest(bench, fit, bench.options().k()));
  }

  /** Adds the K largest atoms of one convex fit, for each K up to their number. */
  void everyK(LassoBench bench) {
    ConvexFit fit = fit(bench);
    int most = Math.max(1, Math.min(bench.options().k(), fit.size()));
    for (int k = 1; k <= most; k++) {
      bench.add(largest(bench, fit, k));
    }
  }

  /** Its atoms so far are a result too. */
  @Override
  public void stopped(LassoBench bench) {
    ConvexFit fit = convex;
    if (fit != null) {
      bench.refinement().fit(fit.best(bench.options().k()));
    }
  }

  /** Adds the models of the atoms so far to a path that is stopped. */
  void stoppedPath(LassoBench bench) {
    ConvexFit fit = convex;
    if (fit != null) {
      for (int k = bench.models().size() + 1; k <= Math.min(bench.options().k(), fit.size()); k++) {
        bench.add(bench.refinement().fit(fit.best(k)));
      }
    }
  }

  /**
   * The fit at the penalty given, or the second of the default sequence: the first relies on
   * refinement, and without it does not solve even a problem without noise.
   */
  private ConvexFit fit(LassoBench bench) {
    LassoOptions options = bench.options();
    double[] sequence =
        PenaltySequence.of(
            options.penalty(), bench.steps(), bench.greedy(), options.k(), bench.data());
    double penalty = sequence[Math.min(1, sequence.length - 1)];
    bench.penalty(penalty);
    ConvexFit fit = bench.convexFit(options.mostAtoms());
    convex = fit;
    if (!fit.run(penalty, options.maxSteps(), () -> false)) {
      bench.monitor().stepLimit();
    }
    return fit;
  }

  /** Up to {@code k} of the largest atoms; if there are none, one feature. */
  private static Factors largest(LassoBench bench, ConvexFit fit, int k) {
    return bench.path().grow(bench.refinement().fit(fit.best(k)), 1);
  }
}

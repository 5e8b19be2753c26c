package org.latentfeature.lasso;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Search;

/**
 * The path: feature after feature, each model refined and improved by exchanges. Where there are
 * many rows it runs on a sample, and its models are extended to all rows.
 */
final class GreedyPath implements Search<LassoBench> {

  /** Greedy steps of the path's convex fit for each K; it is warm-started from the K before. */
  private static final int PROPOSAL_STEPS = 8;

  @Override
  public String name() {
    return LassoStages.PATH;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    return bench.agreement();
  }

  @Override
  public void run(LassoBench bench) {
    if (!SampledRows.isWorthwhile(bench) || !SampledRows.run(bench, false, this::run)) {
      models(bench, null);
    }
    List<Grown> models = bench.models();
    bench.keep(models.get(models.size() - 1).factors());
  }

  /** Finds a model for each K, the better of the path's and the convex fit's. */
  void everyK(LassoBench bench) {
    bench.floor();
    if (SampledRows.isWorthwhile(bench) && SampledRows.run(bench, true, GreedyPath::proposed)) {
      shrink(bench);
    } else {
      proposed(bench);
    }
  }

  private static void proposed(LassoBench bench) {
    boolean isAlone = bench.options().method() == Method.PATH;
    models(bench, isAlone ? null : bench.convexFit(maxProposed(bench.options().k())));
  }

  /** Maximum atoms of the path's convex fit, which only proposes. */
  private static int maxProposed(int k) {
    return 4 * k + 64;
  }

  /** Adds the models, with the convex fit's proposal at every K if there is one. */
  private static void models(LassoBench bench, @Nullable ConvexFit convex) {
    FitMonitor monitor = bench.monitor();
    Factors last = bench.refinement().empty();
    for (int k = 1; k <= bench.options().k(); k++) {
      Factors from = last;
      Factors best = monitor.time("grow", () -> bench.path().grow(from));
      if (convex != null) {
        best = best.orBetter(proposal(bench, convex, k));
      }
      last = ExchangeSearch.exchange(bench, best);
      bench.add(last);
      bench.reportModel(last);
      if (convex != null) {
        proposeBelow(bench, convex);
      }
    }
    shrink(bench);
  }

  /** The convex fit at the penalty for K, from the atoms of the penalty before it. */
  private static Factors proposal(LassoBench bench, ConvexFit convex, int k) {
    if (!convex.isFull()) {
      Penalty penalty = bench.options().penalty();
      double mu =
          penalty == null
              ? PenaltySequence.first(bench.steps(), k, bench.data())
              : PenaltySequence.of(penalty, bench.steps(), bench.greedy(), k, bench.data())[0];
      convex.run(mu, PROPOSAL_STEPS, () -> bench.settles(convex, k));
    }
    CodeRefinement refinement = bench.refinement();
    return bench
        .monitor()
        .time("refine", () -> bench.path().grow(refinement.run(convex.best(k)), k));
  }

  /**
   * Proposes factors for fewer features by the convex fit at K. The default penalty falls as 1/√K,
   * so the second and third penalties of a fit with K/4 or K/16 features are the first of one with
   * K.
   */
  private static void proposeBelow(LassoBench bench, ConvexFit convex) {
    List<Grown> models = bench.models();
    int k = models.size();
    for (int share = 4; share <= 16 && k % share == 0; share *= 4) {
      int fewer = k / share;
      Factors rounded =
          bench.monitor().time("refine", () -> bench.refinement().run(convex.best(fewer)));
      models.set(fewer - 1, models.get(fewer - 1).orBetter(rounded));
    }
  }

  /**
   * From the largest K down: a model without its weakest feature may be better than the model for K
   * − 1.
   */
  private static void shrink(LassoBench bench) {
    List<Grown> models = bench.models();
    for (int k = models.size() - 1; k >= 1; k--) {
      Factors larger = models.get(k).factors();
      BinaryMatrix rest = larger.z().without(FeatureSwaps.weakestFirst(larger)[0]);
      Factors smaller = bench.monitor().time("refine", () -> bench.refinement().run(rest));
      models.set(k - 1, models.get(k - 1).orBetter(smaller));
    }
  }
}

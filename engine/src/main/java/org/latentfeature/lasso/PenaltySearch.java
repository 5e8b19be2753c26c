package org.latentfeature.lasso;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Search;

/**
 * The best of the penalties' convex fits, each rounded to K atoms and refined, until one may be the
 * ground truth. If its time runs out, another run resumes.
 */
final class PenaltySearch implements Search<LassoBench> {

  private double @Nullable [] penalties;
  private @Nullable ConvexFit convex;
  private @Nullable Factors best;
  private int next;

  @Override
  public String name() {
    return LassoStages.CONVEX_FIT;
  }

  @Override
  public void run(LassoBench bench) {
    LassoOptions options = bench.options();
    int k = options.k();
    double[] sequence = penalties;
    if (sequence == null) {
      sequence =
          PenaltySequence.of(options.penalty(), bench.steps(), bench.greedy(), k, bench.data());
      penalties = sequence;
    }
    ConvexFit fit = convex;
    if (fit == null) {
      fit = bench.convexFit(options.mostAtoms());
      convex = fit;
      BinaryMatrix first = bench.searched().matrix(bench.data().loaded().source().rows());
      fit.start(sequence[0], first.columns());
    }
    while (next < sequence.length && tryNext(bench, fit, sequence[next], k)) {
      next++;
    }
  }

  /** Tries one penalty, and returns whether a smaller one may give a better result. */
  private boolean tryNext(LassoBench bench, ConvexFit fit, double penalty, int k) {
    LassoOptions options = bench.options();
    FitMonitor monitor = bench.monitor();
    bench.penalty(penalty);
    Levelling levelling = new Levelling(() -> fit.objective(penalty));
    boolean open = options.penalty() == null;
    BooleanSupplier enough = () -> open && (bench.settles(fit, k) || levelling.isReached());
    if (!fit.run(penalty, options.maxSteps(), enough)) {
      monitor.stepLimit();
    }
    Factors rounded =
        monitor.time("refine", () -> bench.path().grow(bench.refinement().run(fit.best(k)), k));
    boolean settled = bench.mayBeTruth(rounded, k);
    Factors before = best;
    boolean isBetter = before == null || rounded.squaredError() < before.squaredError();
    if (isBetter) {
      best = rounded;
      bench.keep(rounded);
      bench.keepUnrounded(fit, rounded);
    }
    if (settled) {
      bench.reach();
    }
    // Without a ground truth the path is better than any penalty.
    boolean enoughForBest = options.method() == Method.BEST && !bench.floor().hasGap(k);
    return isBetter && !settled && !enoughForBest && !fit.isFull();
  }

  /** Its atoms so far are a result too. */
  @Override
  public void stopped(LassoBench bench) {
    ConvexFit fit = convex;
    if (fit != null) {
      bench.keepUnrounded(fit, bench.refinement().fit(fit.best(bench.options().k())));
    }
  }
}

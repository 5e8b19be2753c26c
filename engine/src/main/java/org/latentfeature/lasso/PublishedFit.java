package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Search;

/**
 * The convex fit as published: its K largest atoms, no refinement. Every ten steps the largest
 * atoms are read out, and those of least squared error are kept, as the authors' program does: the
 * last ones need not be the best.
 */
final class PublishedFit implements Search<LassoBench> {

  /**
   * Shares of the smallest penalty that keeps every atom out, each of which is tried from no atom
   * on: the paper's penalties were chosen by hand for each data set (docs/reproduction.md).
   */
  private static final List<Penalty> PENALTIES =
      List.of(new Penalty.Relative(0.05), new Penalty.Relative(0.03), new Penalty.Relative(0.02));

  /** Greedy steps from one reading to the next. */
  private static final int READ = 10;

  private @Nullable ConvexFit convex;

  @Override
  public String name() {
    return LassoStages.CONVEX_FIT;
  }

  @Override
  public void run(LassoBench bench) {
    List<Factors> best = fit(bench, bench.options().k());
    bench.keep(bench.path().grow(best.get(best.size() - 1), 1));
  }

  /** Adds the best atoms of one convex fit, for each K up to their number. */
  void everyK(LassoBench bench) {
    for (Factors found : fit(bench, 1)) {
      bench.add(bench.path().grow(found, 1));
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
   * The best results of convex fits at the penalty given, or at each of the shares: for each number
   * of atoms from {@code first} on, or only the largest number if there never were so many.
   */
  private List<Factors> fit(LassoBench bench, int first) {
    LassoOptions options = bench.options();
    Penalty given = options.penalty();
    Readings readings = new Readings(bench, first);
    for (Penalty next : given == null ? PENALTIES : List.of(given)) {
      double penalty =
          PenaltySequence.of(next, bench.steps(), bench.greedy(), options.k(), bench.data())[0];
      bench.penalty(penalty);
      ConvexFit fit = bench.convexFit(options.mostAtoms());
      convex = fit;
      if (!fit.run(penalty, options.maxSteps(), () -> readings.isEnd(fit))) {
        bench.monitor().stepLimit();
      }
      readings.read(fit);
    }
    return readings.results();
  }

  /** The results of least squared error so far, for each number of atoms. */
  private static final class Readings {

    private final LassoBench bench;
    private final int first;
    private final List<@Nullable Factors> best = new ArrayList<>();
    private int calls;

    Readings(LassoBench bench, int first) {
      this.bench = bench;
      this.first = first;
    }

    /** Reads the atoms out at every tenth step; never ends the fit. */
    boolean isEnd(ConvexFit fit) {
      if (++calls % (READ / ConvexFit.ASKED) == 0) {
        read(fit);
      }
      return false;
    }

    void read(ConvexFit fit) {
      int most = Math.min(bench.options().k(), fit.size());
      for (int k = Math.min(first, most); k <= most; k++) {
        Factors found = bench.refinement().fit(fit.best(k));
        while (best.size() <= k) {
          best.add(null);
        }
        Factors before = best.get(k);
        if (before == null || found.squaredError() < before.squaredError()) {
          best.set(k, found);
        }
      }
    }

    /** By their number of atoms; only the largest number where each has less than the first. */
    List<Factors> results() {
      List<Factors> results = new ArrayList<>();
      for (int k = Math.min(first, best.size() - 1); k < best.size(); k++) {
        Factors found = best.get(k);
        if (found != null && (k > 0 || best.size() == 1)) {
          results.add(found);
        }
      }
      return results;
    }
  }
}

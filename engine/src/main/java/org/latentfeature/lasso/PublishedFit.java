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

  private @Nullable Readings readings;

  @Override
  public String name() {
    return LassoStages.CONVEX_FIT;
  }

  @Override
  public void run(LassoBench bench) {
    List<Factors> best = fit(bench, bench.options().k());
    bench.keep(bench.path().grow(best.get(best.size() - 1), 1));
  }

  /** Adds the best atoms of the convex fits, for each K up to their number. */
  void everyK(LassoBench bench) {
    for (Factors found : fit(bench, 1)) {
      bench.add(bench.path().grow(found, 1));
    }
  }

  /** Its atoms so far are a result too: what is read out is offered. */
  @Override
  public void stopped(LassoBench bench) {
    if (readings != null) {
      readings.end();
    }
  }

  /** Adds the best models so far to a path that is stopped. */
  void stoppedPath(LassoBench bench) {
    if (readings == null) {
      return;
    }
    readings.read();
    List<Factors> found = readings.results();
    for (Factors next :
        found.subList(Math.min(bench.models().size(), found.size()), found.size())) {
      if (next.z().cols() > 0) {
        bench.add(next);
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
    Readings all = new Readings(bench, first);
    readings = all;
    for (Penalty next : given == null ? PENALTIES : List.of(given)) {
      double penalty =
          PenaltySequence.of(next, bench.steps(), bench.greedy(), options.k(), bench.data())[0];
      bench.penalty(penalty);
      ConvexFit fit = bench.convexFit(options.mostAtoms());
      all.fit = fit;
      if (!fit.run(penalty, options.maxSteps(), all::isEnd)) {
        bench.monitor().stepLimit();
      }
      all.end();
    }
    return all.results();
  }

  /** The results of least squared error so far, for each number of atoms. */
  private static final class Readings {

    private final LassoBench bench;
    private final int first;
    private final List<@Nullable Factors> best = new ArrayList<>();

    /** The fit that is under way; null before the first. */
    private @Nullable ConvexFit fit;

    private int calls;

    Readings(LassoBench bench, int first) {
      this.bench = bench;
      this.first = first;
    }

    /** Reads the atoms out at every second call, ten steps after the last; never ends the fit. */
    boolean isEnd() {
      if (++calls % (READ / ConvexFit.ASKED) == 0) {
        read();
      }
      return false;
    }

    /** Reads the atoms of the present fit out for the last time, and keeps them unrounded. */
    void end() {
      Factors last = read();
      ConvexFit present = fit;
      if (last != null && present != null) {
        bench.keepUnrounded(present, last);
      }
    }

    /** Returns what the largest number of atoms comes to; null before the first fit. */
    @Nullable Factors read() {
      ConvexFit present = fit;
      Factors last = null;
      if (present == null) {
        return last;
      }
      int most = Math.min(bench.options().k(), present.size());
      for (int k = Math.min(first, most); k <= most; k++) {
        Factors found = bench.refinement().fit(present.best(k));
        while (best.size() <= k) {
          best.add(null);
        }
        Factors before = best.get(k);
        if (before == null || found.squaredError() < before.squaredError()) {
          best.set(k, found);
        }
        last = found;
      }
      return last;
    }

    /** By their number of atoms; only the largest number where each has less than the first. */
    List<Factors> results() {
      List<Factors> results = new ArrayList<>();
      for (int k = Math.max(0, Math.min(first, best.size() - 1)); k < best.size(); k++) {
        Factors found = best.get(k);
        if (found != null) {
          results.add(found);
        }
      }
      return results;
    }
  }
}

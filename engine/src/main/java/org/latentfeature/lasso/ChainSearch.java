package org.latentfeature.lasso;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Search;
import org.latentfeature.ibp.Annealing;
import org.latentfeature.ibp.Chains;
import org.latentfeature.ibp.CollapsedSampler;
import org.latentfeature.step.Moments;

/**
 * {@link Annealing} as a search: exchanges that begin with the best so far, and restarts; where
 * there are many rows, on a sample of them. On real data without a ground truth (digits, yeast,
 * faces) it mostly finds less error than the convex fits and the path, and sooner; on noise alone
 * the path may find less.
 *
 * @param place among the other searches
 */
record ChainSearch(Place place) implements Search<LassoBench> {

  /**
   * Where chains stand; all but the last are for X without a ground truth by its singular values.
   */
  enum Place {
    /** Before most searches, where time is short. */
    FIRST,
    /** Before the path. */
    BEFORE_PATH,
    /** Before the path, going on from the best where chains were first. */
    RESUMED,
    /** After all other searches. */
    LAST
  }

  private static final int MOST_RESTARTS = 8;

  private static final int LEAST_RESTARTS = 4;

  /** Restarts have about so much work, N K² each: some seconds on two threads. */
  private static final double WORK = 2e7;

  private static final int SWEEPS = 60;

  /** Seconds that the first restarts take on one thread, for each N K². */
  private static final double FIRST_SECONDS = 2.4e-6;

  /** Rows of a sample, where there are too many for the products of all pairs. */
  private static final int SAMPLE = 2048;

  /** Returns how many of {@code rows} rows chains run on: all, or a sample. */
  static int sample(int rows) {
    return CollapsedSampler.hasGram(rows) ? rows : SAMPLE;
  }

  /** Returns about how long the first restarts take. */
  static double firstSeconds(int rows, int k, int threads) {
    double size = (double) sample(rows) * k * k;
    return FIRST_SECONDS * size / Math.min(LEAST_RESTARTS, Math.max(1, threads));
  }

  @Override
  public String name() {
    return LassoStages.ANNEAL;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    if (bench.data().known() < 1) {
      return "entries of X are missing";
    }
    if (!(bench.data().loaded().source() instanceof Matrix)) {
      return "X is not a dense matrix in memory";
    }
    if (place != Place.LAST) {
      return hasGap(bench)
          ? "the singular values of X have a gap after K = %d: the path is tried first"
              .formatted(bench.options().k())
          : null;
    }
    Found best = bench.best();
    return best != null && best.method().equals(name())
        ? "the chains' result is still the best"
        : null;
  }

  private static boolean hasGap(LassoBench bench) {
    int k = bench.options().k();
    int rank = Math.min(bench.data().loaded().source().rows(), bench.data().prepared().noisyCols());
    return k < rank && bench.floor().hasGap(k);
  }

  @Override
  public void run(LassoBench bench) {
    Factors best = start(bench);
    int rows = bench.steps().rows.rows();
    int size = sample(rows);
    int restarts = best != null && isAgain(bench) ? 0 : restarts(size, rows, bench.options().k());
    if (size == rows) {
      Factors refined = refined(bench, best, restarts);
      bench.report(refined);
      bench.keep(refined);
      return;
    }
    int before = bench.models().size();
    boolean isDone =
        SampledRows.run(
            bench,
            size,
            false,
            sample -> sample.add(refined(sample, coded(best, sample), restarts)));
    if (isDone) {
      bench.keep(bench.models().get(before).factors());
      bench.models().subList(before, bench.models().size()).clear();
    }
  }

  /** Returns whether chains have run before: their restarts would be the same again. */
  private boolean isAgain(LassoBench bench) {
    return place == Place.RESUMED || (place == Place.LAST && !hasGap(bench));
  }

  private static int restarts(int size, int rows, int k) {
    double affordable = WORK / ((double) size * k * k);
    return size < rows
        ? LEAST_RESTARTS
        : (int) Math.max(LEAST_RESTARTS, Math.min(MOST_RESTARTS, affordable));
  }

  /** Returns what any bench has found, on these rows; null if it has not all features. */
  private static @Nullable Factors start(LassoBench bench) {
    Found found = bench.found();
    return found == null || found.factors().z().cols() < bench.options().k()
        ? null
        : bench.refinement().fit(found.factors().z());
  }

  /** Returns {@code best} with the codes of the rows of {@code sample}. */
  private static @Nullable Factors coded(@Nullable Factors best, LassoBench sample) {
    return best == null
        ? null
        : sample.refinement().descend(sample.refinement().encode(best.w(), 1, sample.coding()));
  }

  private static Factors refined(LassoBench bench, @Nullable Factors start, int restarts) {
    FitMonitor monitor = bench.monitor();
    BinaryMatrix z = monitor.time(LassoStages.ANNEAL, () -> chains(bench, start, restarts));
    // Chains that are stopped leave the best so far.
    bench.keep(monitor.close(() -> bench.refinement().fit(z)));
    return monitor.time("refine", () -> bench.refinement().run(z));
  }

  private static BinaryMatrix chains(LassoBench bench, @Nullable Factors start, int restarts) {
    Backend backend = bench.plan().backend();
    LoadedData fitted = bench.data().prepared().fitted();
    boolean isDense = fitted.source() instanceof Matrix;
    LoadedData loaded = bench.isSample() || !isDense ? bench.data().loaded() : fitted;
    Matrix x = loaded.x();
    int k = bench.options().k();
    // What sparse rows lack of their squares in these dimensions, they lack of their noise.
    int dimensions = isDense ? bench.data().prepared().noisyCols() : x.cols();
    Annealing.Plan plan =
        new Annealing.Plan(
            k,
            restarts,
            SWEEPS,
            bench.options().seed(),
            Math.max(1, backend.info().threads()),
            start == null
                ? null
                : new Annealing.Found(
                    start.z(),
                    isDense ? bench.data().whole(start.squaredError()) : start.squaredError()));
    return Annealing.run(
            new Chains.Data(x, x, dimensions, 1),
            new CollapsedSampler(x, gram(loaded, bench.monitor()), backend.algebra()),
            plan,
            (best, chains) -> {},
            bench.monitor().signal())
        .z();
  }

  private static Dense gram(LoadedData loaded, FitMonitor monitor) {
    Moments.Limits limits = new Moments.Limits();
    try (Moments moments =
        loaded.rows(List.of(limits), monitor.signal()).open(limits, monitor.signal())) {
      return moments.rowGram();
    }
  }
}

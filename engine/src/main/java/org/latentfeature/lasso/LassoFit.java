package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.Incumbent;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.FitRows;
import org.latentfeature.fit.factor.HartiganMoves;
import org.latentfeature.fit.factor.Portfolio;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.factor.UndeterminedBits;
import org.latentfeature.fit.identifiability.Preference;
import org.latentfeature.fit.metrics.Rmse;

/**
 * One run of the lasso on data: prepares them, runs its searches on them and restores what these
 * found on the data as they were given.
 */
final class LassoFit {

  private final LassoPlan plan;
  private final FitMonitor monitor;
  private final FitOrigin<LassoOptions> origin;
  private final PreparedData data;
  private final Incumbent<Found> incumbent = new Incumbent<>();

  /** The atoms that the result of a convex fit is rounded from. */
  private final Incumbent<Unrounded> unrounded = new Incumbent<>();

  /** The models of a path. */
  private final List<Grown> models = new ArrayList<>();

  /** Moves of the prepared rows; null if they are too many, or the ground truth is found. */
  private @Nullable HartiganMoves moves;

  /** The result in another view of X; null for a result of X as it is. */
  private @Nullable LassoResult viewed;

  /** Least squared error of any K features of the prepared data; NaN as long as it is unknown. */
  private double leastError = Double.NaN;

  /** Starts the clock, which {@code nanoTime} reads, and prepares {@code loaded}. */
  LassoFit(LassoPlan plan, LoadedData loaded, FitListener listener, LongSupplier nanoTime) {
    this.plan = plan;
    monitor = new FitMonitor(listener, plan.options().timeLimit(), nanoTime);
    origin = FitOrigin.of(plan.options(), loaded);
    data = FactorFit.prepare(loaded, plan.options(), monitor);
  }

  /**
   * Runs {@code onRows} on the rows as they are and, unless that finds the ground truth, {@code
   * onReducedRows} on rows of fewer dimensions where there are many.
   */
  LassoResult run(Portfolio<LassoBench> onRows, Portfolio<LassoBench> onReducedRows) {
    return result(0, () -> search(onRows, onReducedRows));
  }

  /** Runs {@code searches}; returns nothing unless they find what may be the ground truth. */
  Optional<LassoResult> settled(Portfolio<LassoBench> searches) {
    return monitor.orSoFar(
        () -> {
          FitRows rows = searchedRows();
          Found found;
          try (LassoSteps steps = plan.openWithSpectrum(rows, monitor)) {
            LassoBench bench = bench(steps, rows);
            run(searches, bench);
            if (!bench.isReached()) {
              return Optional.empty();
            }
            found = bench.result();
          }
          return Optional.of(result(onPrepared(rows, found), keeping(data::restore, 0)));
        },
        Optional::empty);
  }

  /** Returns why each of {@code searches} does not apply to the rows, see {@link Portfolio}. */
  Map<String, Optional<String>> refusals(Portfolio<LassoBench> searches) {
    FitRows rows = searchedRows();
    try (LassoSteps steps = plan.openWithSpectrum(rows, monitor)) {
      return searches.refusals(bench(steps, rows));
    }
  }

  /** Runs a search that begins with {@code kept} features, which keep their places. */
  LassoResult run(int kept, StartSearch search) {
    return result(
        kept,
        () -> {
          try (LassoSteps steps = plan.open(data.rows(), monitor)) {
            LassoBench bench = bench(steps, data.rows());
            bench.floor();
            run(Portfolio.<LassoBench>empty().then(search), bench);
            return bench.recoded(bench.result());
          }
        });
  }

  private LassoBench bench(LassoSteps steps, FitRows rows) {
    return new LassoBench(plan, steps, rows, monitor, incumbent, unrounded, models);
  }

  /** Returns the rows to search: the prepared rows, or sparse ones made dense. */
  private FitRows searchedRows() {
    Rows x = data.fitted().source();
    return plan.isMadeDense(x)
        ? monitor.time(
            "reduce",
            () ->
                data.denseRows(
                    plan.sparseDimensions(x.cols()),
                    plan.options().k(),
                    plan.backend().algebra(),
                    monitor.signal()))
        : data.rows();
  }

  private LassoResult result(int kept, FitMonitor.Work<Found> finding) {
    Restoring restoring = keeping(data::restore, kept);
    return monitor.keeping(
        () -> {
          Found found =
              monitor.orSoFar(
                  finding,
                  () -> {
                    Found best = incumbent.best();
                    return best != null ? best : Found.mean(FactorFit.mean(data));
                  });
          return result(found, restoring);
        },
        () -> {
          Found best = incumbent.best();
          return best == null ? null : onHost(host -> result(best, keeping(on(host), kept)));
        });
  }

  /** Restores the result on the original data. */
  @FunctionalInterface
  private interface Restoring {
    List<Factors> of(List<Factors> found);

    /** The features of each numbered as those of a model. */
    default List<Factors> inOrder(List<Factors> found) {
      return of(found).stream().map(f -> f.select(order(f))).toList();
    }

    /** Returns {@code options} with the choice that the places of features leave. */
    default LassoOptions preferred(LassoOptions options) {
      return options;
    }

    /** The places of the features of {@code restored}, in the order of their numbers. */
    default int[] order(Factors restored) {
      return restored.order();
    }
  }

  /** Returns {@code restoring} with the first {@code kept} features in their places. */
  private static Restoring keeping(Restoring restoring, int kept) {
    return new Restoring() {
      @Override
      public List<Factors> of(List<Factors> found) {
        return restoring.of(found);
      }

      @Override
      public LassoOptions preferred(LassoOptions options) {
        return kept == 0 ? options : options.withPrefer(Preference.ANY);
      }

      @Override
      public int[] order(Factors restored) {
        int first = Math.min(kept, restored.z().cols());
        return IntStream.concat(
                IntStream.range(0, first), IntStream.of(restored.order()).filter(k -> k >= first))
            .toArray();
      }
    };
  }

  private Restoring on(Backend host) {
    return found -> data.restore(found, host);
  }

  /** Finishes the fit after the backend has failed. */
  private static <R> R onHost(Function<Backend, R> rest) {
    try (Backend host = Backends.host(0)) {
      return rest.apply(host);
    }
  }

  private Found search(Portfolio<LassoBench> onRows, Portfolio<LassoBench> onReducedRows) {
    Found found = searched(onRows, onReducedRows);
    HartiganMoves by = moves;
    if (by == null) {
      return found;
    }
    BinaryMatrix z = monitor.time("moves", () -> by.improve(found.factors().z()));
    return z.equals(found.factors().z())
        ? found
        : found.orBetter(found.with(settled(data.rows(), found, z)));
  }

  /** Runs {@code searches}; what is known of the spectrum then is known of a stopped fit, too. */
  private void run(Portfolio<LassoBench> searches, LassoBench bench) {
    try {
      searches.run(bench);
    } finally {
      leastError = bench.leastError();
    }
  }

  private Found searched(Portfolio<LassoBench> onRows, Portfolio<LassoBench> onReducedRows) {
    Found first;
    Found last = null;
    LassoBench bench;
    FitRows rows = searchedRows();
    @Nullable FitRows reduced = null;
    try (LassoSteps steps = plan.openWithSpectrum(rows, monitor)) {
      bench = bench(steps, rows);
      run(onRows, bench);
      first = bench.best();
      viewed = bench.viewed();
      if (bench.isReached()) {
        last = Objects.requireNonNull(first);
      } else {
        moves = plan.isOpen() ? bench.moves() : null;
        reduced = bench.reduced();
        if (reduced == null) {
          last = search(onReducedRows, bench.next(steps, rows)).orBetter(first);
        }
      }
    }
    if (last != null) {
      return onPrepared(rows, last);
    }
    FitRows fewer = Objects.requireNonNull(reduced);
    Found found;
    try (LassoSteps steps = plan.open(fewer, monitor)) {
      found = search(onReducedRows, bench.next(steps, fewer));
    }
    return onPrepared(fewer, found).orBetter(first);
  }

  /** Returns what was found on {@code rows} as a result of the prepared rows, refined on them. */
  private Found onPrepared(FitRows rows, Found found) {
    return rows.loaded() == data.fitted() || viewed != null
        ? found
        : found.with(settled(rows, found, found.factors().z()));
  }

  /** Returns codes that {@code found} comes to, refined on the prepared data. */
  private Factors settled(FitRows rows, Found found, BinaryMatrix z) {
    Factors start = new Factors(z, found.factors().w(), found.factors().squaredError());
    return monitor
        .time(
            "refine",
            () ->
                rows.settle(
                    List.of(start),
                    monitor.signal(),
                    f -> incumbent.offer(found.with(f), -f.squaredError())))
        .get(0);
  }

  private Found search(Portfolio<LassoBench> searches, LassoBench bench) {
    bench.floor();
    run(searches, bench);
    return plan.options().method() == Method.PAPER ? bench.result() : bench.recoded(bench.result());
  }

  /** The result, on the original data. */
  private LassoResult result(Found found, Restoring restoring) {
    LassoResult other = viewed;
    if (other != null) {
      return other.of(origin, monitor.ended(), monitor.trace(), monitor.seconds());
    }
    Factors first = found.factors();
    EqualFactors equals = EqualFactors.of(first, restoring.preferred(plan.options()), false);
    Factors chosen = equals.factors();
    List<Factors> both =
        restoring.inOrder(chosen.equals(first) ? List.of(first) : List.of(first, chosen));
    Verified verified = found.columns().verified(both.get(0).z());
    Factors restored = both.get(both.size() - 1);
    BinaryMatrix z = restored.z();
    double rmse = data.originalRmse(restored.squaredError());
    long undetermined = 0;
    Rows x = data.original();
    if (x.facts().missing() > 0) {
      UndeterminedBits bits = UndeterminedBits.of(x.matrix(), restored);
      undetermined = bits.count();
      z = bits.z();
      rmse = Rmse.noisy(x, z, restored.w());
    }
    Ending ended = monitor.ended();
    List<FitEvent> trace = monitor.trace();
    Map<String, Double> seconds = monitor.seconds();
    Unrounded atoms = unrounded.best();
    return new LassoResult(
        z,
        restored.w(),
        ColumnTerms.NONE,
        rmse,
        undetermined,
        found.method(),
        found.mu() / data.scale(),
        verified,
        figures(equals),
        ended,
        trace,
        seconds,
        origin,
        atoms == null ? null : () -> atoms.result(data, ended, trace, seconds, origin));
  }

  private Map<String, Double> figures(EqualFactors equals) {
    Map<String, Double> figures = new TreeMap<>(equals.figures());
    if (!Double.isNaN(leastError)) {
      figures.put(SpectralFloor.LEAST_RMSE, data.rmse(leastError));
    }
    return figures;
  }

  /** Fits a model for each K. */
  PathResult path() {
    return monitor.keeping(
        () -> {
          monitor.orSoFar(
              () -> {
                grow();
                return models;
              },
              () -> {
                if (models.isEmpty()) {
                  models.add(new Grown(FactorFit.mean(data), Double.NaN, monitor.elapsed()));
                }
                return models;
              });
          return result(models, data::restore);
        },
        () -> {
          List<Grown> done = models.isEmpty() ? first() : models;
          return done.isEmpty() ? null : onHost(host -> result(done, on(host)));
        });
  }

  /**
   * A path's first model, if it is found but not finished: K = 1 takes longer than the next steps.
   */
  private List<Grown> first() {
    Found best = incumbent.best();
    return best == null || best.factors().z().cols() > 1
        ? List.of()
        : List.of(new Grown(best.factors(), Double.NaN, monitor.elapsed()));
  }

  private void grow() {
    LassoBench bench;
    FitRows rows = searchedRows();
    @Nullable FitRows reduced;
    try (LassoSteps steps = plan.openWithSpectrum(rows, monitor)) {
      bench = bench(steps, rows);
      reduced = bench.reduced();
      if (reduced == null) {
        everyK(bench);
      }
    }
    if (reduced != null) {
      try (LassoSteps steps = plan.open(reduced, monitor)) {
        everyK(bench.next(steps, reduced));
      }
    }
    FitRows last = reduced == null ? rows : reduced;
    if (last.loaded() == data.fitted()) {
      return;
    }
    List<Factors> found = models.stream().map(Grown::factors).toList();
    List<Factors> settled =
        monitor.time("refine", () -> last.settle(found, monitor.signal(), any -> {}));
    for (int i = 0; i < settled.size(); i++) {
      models.set(i, models.get(i).with(settled.get(i)));
    }
  }

  private void everyK(LassoBench bench) {
    PublishedFit published = new PublishedFit();
    boolean isPublished = plan.options().method() == Method.PAPER;
    monitor.saving(
        () -> {
          bench.floor();
          if (isPublished) {
            published.everyK(bench);
          } else {
            new GreedyPath().everyK(bench);
          }
        },
        () -> {
          published.stoppedPath(bench);
          bench.requireModel();
        });
  }

  /** Returns the result of a path, its models restored on the original data. */
  private PathResult result(List<Grown> grown, Restoring restoring) {
    List<Factors> restored = restoring.inOrder(grown.stream().map(Grown::factors).toList());
    List<PathResult.Point> points = new ArrayList<>();
    for (int i = 0; i < restored.size(); i++) {
      Factors f = restored.get(i);
      points.add(
          new PathResult.Point(
              f.z().cols(),
              f.z(),
              f.w(),
              data.originalRmse(f.squaredError()),
              data.rmse(grown.get(i).floor()),
              grown.get(i).seconds()));
    }
    return new PathResult(List.copyOf(points), monitor.ended(), monitor.trace(), origin);
  }
}

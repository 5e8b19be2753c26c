package org.latentfeature.fit.scale;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.estimator.Checkpoints;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.identifiability.EqualFactorisations;
import org.latentfeature.fit.metrics.FeatureMatching;
import org.latentfeature.fit.model.FeatureOrder;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.scale.Extension.Visit;
import org.latentfeature.step.Factorisation.Products;

/**
 * One fit by a sample: which samples are fitted, and which of their dictionaries is kept. All rows
 * are coded for what a sample found, and both are refined.
 */
public final class SampledFit<O extends FitOptions, M extends FactorModel> {

  /** The stage of a trace in which all rows are coded, round after round. */
  public static final String EXTEND = "extend";

  /** Name of the figure of the number of rows that were fitted first. */
  public static final String SAMPLE_ROWS = "sample_rows";

  /**
   * So many more features than asked for are looked for among badly explained rows; the weakest of
   * them go.
   */
  private static final int SPARE = 8;

  private static final String RETURNED = "features_in_second_sample";

  private static final int RARE_ROUNDS = 8;

  /** A larger sample must lower the error of all rows by this share to be worth one more. */
  private static final double WORTH = 1e-3;

  /** Refinement ends when a round lowers the squared error by a smaller share. */
  private static final double GAIN = 1e-5;

  private static final int MAX_ROUNDS = 200;

  /** A feature that a second sample has too is at least so similar. */
  private static final double SAME = 0.5;

  /** Samples of more than this part of the memory are not tried. */
  private static final int PART_OF_MEMORY = 4;

  /** Dictionaries that are kept while all rows are coded, counted where they have many columns. */
  private static final int DICTIONARIES = 4;

  private final Extendable<O, M> estimator;
  private final O options;
  private final SampleSize size;
  private final AllRows x;
  private final Backend backend;
  private final Checkpoints<M> checkpoints;
  private final FitMonitor monitor;
  private final SampleFitter<O, M> fitter;
  private final RowSample sample;
  private final RareRows rare;
  private int rounds;

  /** The best so far: the model of a sample of {@link #rows}, and what all rows came to by it. */
  private @Nullable M best;

  private @Nullable Visit visit;
  private int rows;

  /** How many features a second sample of as many rows had too; −1 if there was none. */
  private int returned = -1;

  SampledFit(Extendable<O, M> estimator, FitRequest<O, M> request, AllRows x, Backend backend) {
    this.estimator = estimator;
    options = request.options();
    size = request.sample();
    this.x = x;
    this.backend = backend;
    checkpoints = request.checkpoints();
    monitor = new FitMonitor(request.listener(), options.timeLimit());
    fitter = new SampleFitter<>(estimator, options, backend, monitor);
    sample = new RowSample(x, options.seed());
    rare = new RareRows(x, options.seed());
    rows = Math.min(x.rows(), size.first(options.k()));
  }

  /**
   * Returns the maximum bytes of a fit to a sample of {@code x} that is extended to all rows: the
   * larger of what is open while the sample is fitted, and while all rows are coded.
   *
   * @param x all rows, N×D
   * @param fit bytes of a fit to a number of them
   */
  public static <O extends FitOptions, M extends FactorModel> long bytesNeeded(
      Backend backend, Rows x, FitRequest<O, M> request, IntToLongFunction fit) {
    Backend steps = x.isSparse() ? backend.sparse() : backend;
    int k = request.options().k();
    int sample = Math.min(x.rows(), 2 * request.sample().first(k));
    int loaded = x instanceof FileRows file ? file.blockRows() : x.rows();
    long blocks = x instanceof FileRows file && x.isSparse() ? file.bytesAtOnce() : 0;
    long dictionaries = x.isSparse() ? (long) DICTIONARIES * k * x.cols() * Double.BYTES : 0;
    return Math.max(
        fit.applyAsLong(sample),
        blocks + dictionaries + steps.bytesNeeded(loaded, x.cols(), LoadedRows.limits(k + SPARE)));
  }

  /**
   * Returns a warning about a model of a sample: how few of its features a second sample had too.
   *
   * @return one line; null if there were all of them, or no second sample
   */
  public static @Nullable String doubt(Manifest manifest) {
    Double returned = manifest.figures().get(RETURNED);
    Double rows = manifest.figures().get(SAMPLE_ROWS);
    return returned == null || rows == null || returned >= manifest.features()
        ? null
        : "%,.0f of %,d features came back from a second sample of %,.0f rows: there may be no exact ground truth"
            .formatted(returned, manifest.features(), rows);
  }

  /** Rounds over all rows that the fit of such a model took. */
  public static long rounds(Manifest manifest) {
    return manifest.trace().stream().filter(point -> point.stage().equals(EXTEND)).count();
  }

  /** The model that is kept in the end, and the codes of all rows. */
  private record Outcome<M>(M model, Visit visit, BinaryMatrix z) {}

  Fitted<M> run() {
    requireSingle(x.largest());
    Rows some = sample.rows(rows);
    M left = checkpoints.left();
    M first = left == null ? fitter.fit(some, options.k()) : left;
    // However soon the fit is stopped, all rows are coded for what was found.
    try (Extension all = monitor.close(this::open)) {
      all.calibrate(backend, some, first.w());
      return fitted(left == null ? outcome(first, all) : resumed(left, all), left);
    }
  }

  private Extension open() {
    return new Extension(
        x.open(options.k() + SPARE, monitor.signal()),
        estimator.leastSquares(options),
        rare.most(),
        options.seed());
  }

  private static void requireSingle(double largest) {
    if (largest == 0) {
      throw new IllegalArgumentException("all entries of X are zero; there is nothing to fit");
    }
    PreparedData.requireSingle(largest);
  }

  private Outcome<M> outcome(M first, Extension all) {
    return outcome(
        first,
        all,
        () -> {
          Visit found = search(first, all);
          return refine(all, again(all, found.w()), Double.POSITIVE_INFINITY, offering(all, null));
        });
  }

  /** Goes on with what an earlier fit left. */
  private Outcome<M> resumed(M left, Extension all) {
    Map<String, Double> figures = left.manifest().figures();
    rows = figures.getOrDefault(SAMPLE_ROWS, (double) rows).intValue();
    returned = figures.getOrDefault(RETURNED, -1.0).intValue();
    double rmse = left.manifest().rmse();
    return outcome(
        left,
        all,
        () -> {
          Visit found = offer(left, rows, all);
          if (!isWorthMore(found, rmse * rmse * entries())) {
            return found;
          }
          Consumer<Visit> listener = offering(all, left);
          listener.accept(found);
          return refine(all, again(all, found.w()), found.squaredError(), listener);
        });
  }

  private Outcome<M> outcome(M first, Extension all, Supplier<Visit> refined) {
    try {
      Visit last = refined.get();
      return withRare(new Outcome<>(model(first), last, all.codes()), all);
    } catch (StoppedException e) {
      // Only some rows are coded by now: the codes of all are worth one pass more.
      M kept = model(first);
      return monitor.close(() -> new Outcome<>(kept, all.first(kept.w()), all.codes()));
    }
  }

  /**
   * Offers each visit as a checkpoint, its features in no order: from it a fit goes on as it was.
   *
   * @param left what this fit itself went on from
   */
  private Consumer<Visit> offering(Extension all, @Nullable M left) {
    M found = Objects.requireNonNull(best);
    return last ->
        checkpoints.offer(
            () -> {
              Outcome<M> soFar = new Outcome<>(found, last, all.codes());
              int[] order = IntStream.range(0, soFar.z().cols()).toArray();
              return fitted(soFar, order, left);
            });
  }

  private M model(M first) {
    M found = best;
    return found == null ? first : found;
  }

  /**
   * Fits samples until a second one of as many rows finds the same features, or twice as many rows
   * are not worth it. The codes are in the end those for the best dictionary.
   */
  private Visit search(M first, Extension all) {
    int n = rows;
    Visit last = offer(first, n, all);
    if (size.kind() == SampleSize.Kind.GIVEN) {
      return last;
    }
    while (sample.has(n)) {
      M second = fitter.fit(sample.rows(n), options.k());
      M before = model(first);
      returned = common(before.w(), second.w());
      if (returned == before.w().rows()) {
        break;
      }
      last = offer(second, n, all);
      double error = best(last).squaredError();
      n *= 2;
      if (!isAffordable(n)) {
        break;
      }
      sample.reset();
      last = offer(fitter.fit(sample.rows(n), options.k()), n, all);
      if (best(last).squaredError() > (1 - WORTH) * error) {
        break;
      }
    }
    Visit kept = best(last);
    return kept.equals(last) ? last : report(monitor.time(EXTEND, () -> all.first(kept.w())));
  }

  private Visit best(Visit last) {
    Visit found = visit;
    return found == null ? last : found;
  }

  private boolean isAffordable(int n) {
    return 2L * n <= x.rows()
        && (long) n * x.cols() * Float.BYTES <= HostMemory.available() / PART_OF_MEMORY;
  }

  private static int common(Dense one, Dense other) {
    int found = 0;
    for (double similarity : FeatureMatching.byDictionary(one, other)) {
      if (similarity >= SAME) {
        found++;
      }
    }
    return found;
  }

  /** Codes all rows for the dictionary of a sample, and keeps it if it is the best. */
  private Visit offer(M found, int count, Extension all) {
    Visit coded = report(monitor.time(EXTEND, () -> all.first(found.w())));
    if (visit == null || coded.squaredError() < visit.squaredError()) {
      best = found;
      visit = coded;
      rows = count;
    }
    return coded;
  }

  private Visit again(Extension all, Dense w) {
    return report(monitor.time(EXTEND, () -> all.again(w)));
  }

  /**
   * Codes and dictionary by turns, from a visit on.
   *
   * @param before squared error of the dictionary before that visit
   * @param listener receives every visit after which another one follows
   */
  private Visit refine(Extension all, Visit from, double before, Consumer<Visit> listener) {
    Visit last = from;
    double error = before;
    for (int round = 1;
        round < MAX_ROUNDS && last.sums().changed() > 0 && isWorthMore(last, error);
        round++) {
      listener.accept(last);
      error = last.squaredError();
      last = again(all, last.w());
    }
    return last;
  }

  private static boolean isWorthMore(Visit last, double before) {
    return last.squaredError() <= (1 - GAIN) * before;
  }

  private Visit report(Visit coded) {
    monitor.step(
        EXTEND,
        ++rounds,
        coded.w().rows(),
        coded.squaredError() / (2.0 * x.rows()),
        Math.sqrt(coded.squaredError() / entries()),
        Map.of());
    monitor.signal().check();
    return coded;
  }

  /** Looks for what no sample had enough rows of, among the rows that are badly explained. */
  private Outcome<M> withRare(Outcome<M> found, Extension all) {
    Outcome<M> kept = found;
    try {
      for (int round = 0; round < RARE_ROUNDS && isMissing(kept); round++) {
        Outcome<M> better = withRest(kept, all);
        if (better.equals(kept)) {
          better = withMore(kept, all);
        }
        if (better.equals(kept)) {
          return kept;
        }
        kept = better;
      }
      return kept;
    } catch (StoppedException e) {
      return kept;
    }
  }

  private boolean isMissing(Outcome<M> found) {
    return RareRows.isMissed(found.visit().sums().worst())
        && estimator.leastSquares(options) == LeastSquares.FREE;
  }

  /** Adds features of the residuals of badly explained rows, if that is better. */
  private Outcome<M> withRest(Outcome<M> found, Extension all) {
    Matrix rest = rare.rest(found.visit(), backend, options.seed());
    if (rest == null) {
      return found;
    }
    M more = fitter.fit(rest, Math.min(rest.rows(), SPARE));
    int[] large = RareRows.large(more.w(), found.visit().sums().worst());
    return large.length == 0
        ? found
        : strongest(
            found, found.model(), found.visit().w().appendRows(more.w().selectRows(large)), all);
  }

  /** Adds the features of a sample of which half is badly explained, if that is better. */
  private Outcome<M> withMore(Outcome<M> found, Extension all) {
    Rows some = rare.sample(found.visit().sums().worst(), rows);
    M wider = fitter.fit(some, Math.min(some.rows(), options.k() + SPARE));
    return strongest(found, wider, wider.w(), all);
  }

  /** The strongest K of more features, if they are better than what was found. */
  private Outcome<M> strongest(Outcome<M> found, M model, Dense w, Extension all) {
    Products sums = report(monitor.time(EXTEND, () -> all.first(w))).sums().products();
    int[] kept = WeakFeatures.strongest(sums, options.k());
    all.retain(kept);
    Visit refined =
        refine(
            all,
            again(all, WeakFeatures.dictionary(sums, kept)),
            Double.POSITIVE_INFINITY,
            last -> {});
    return refined.squaredError() < found.visit().squaredError()
        ? new Outcome<>(model, refined, all.codes())
        : found;
  }

  private double entries() {
    return (double) x.rows() * x.cols();
  }

  private Fitted<M> fitted(Outcome<M> outcome, @Nullable M left) {
    Dense gram = outcome.visit().sums().products().gram();
    double[] counts = IntStream.range(0, gram.rows()).mapToDouble(k -> gram.get(k, k)).toArray();
    return fitted(outcome, FeatureOrder.of(outcome.visit().w(), counts), left);
  }

  /**
   * The result, its features in this order.
   *
   * @param left what this fit went on from; null if it began anew
   */
  private Fitted<M> fitted(Outcome<M> outcome, int[] order, @Nullable M left) {
    Manifest of = outcome.model().manifest();
    BinaryMatrix z = outcome.z().select(order);
    Dense w = outcome.visit().w().selectRows(order);
    double rmse = Math.sqrt(Math.max(0, outcome.visit().squaredError()) / entries());
    Map<String, Double> figures = new TreeMap<>();
    figures.put(SAMPLE_ROWS, (double) rows);
    if (returned >= 0) {
      figures.put(RETURNED, (double) returned);
    }
    figures.put("badly_explained_rows", (double) RareRows.count(outcome.visit().sums().worst()));
    Map<String, @Nullable Object> findings = new LinkedHashMap<>();
    findings.put("method", of.method());
    figures.forEach((name, value) -> findings.put(name, value.longValue()));
    return new Fitted<>(
        w.rows(),
        rmse,
        monitor.ended(),
        monitor.trace().size(),
        findings,
        new FitOrigin<>(options, backend.info(), x.kept()),
        from -> {
          Manifest manifest = manifest(from, of, w, rmse, figures);
          return estimator.extended(
              outcome.model(), left == null ? manifest : manifest.after(left.manifest()), z, w);
        });
  }

  private Manifest manifest(
      Provenance from, Manifest of, Dense w, double rmse, Map<String, Double> figures) {
    Map<String, Double> all = new TreeMap<>(of.figures());
    // What was found out about the rows of the sample says nothing of the others.
    all.keySet().removeAll(Set.of(SpectralFloor.LEAST_RMSE, EqualFactorisations.OTHERS));
    all.putAll(figures);
    return Manifest.of(
        of.kind(),
        from.software(),
        options,
        from.backend(),
        from.data().sampled(size.toString()),
        w.rows(),
        of.method(),
        rmse,
        all,
        monitor.ended(),
        monitor.trace(),
        monitor.seconds());
  }
}

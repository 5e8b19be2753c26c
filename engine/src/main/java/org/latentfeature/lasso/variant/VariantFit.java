package org.latentfeature.lasso.variant;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.SubspaceIteration;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.Outliers;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.factor.SpectralReduction;
import org.latentfeature.fit.factor.UndeterminedBits;
import org.latentfeature.fit.identifiability.Preference;
import org.latentfeature.lasso.EqualFactors;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.Variant;
import org.latentfeature.lasso.Verified;
import org.latentfeature.step.Moments;

/**
 * One fit of a {@link Variant}, or under {@link Weights}: plain searches for Z on {@link
 * SearchRows}, each refined on X for what is asked. By the noise of columns X is searched three
 * times, first under that of {@link FactorNoise}, if it can be estimated, then under the weights of
 * the solution before. A robust fit searches {@link Winsorised} rows, and {@link Inliers} in the
 * first, the second and the fourth of eight rounds.
 */
final class VariantFit {

  /** Searches under weights of columns by their noise, after the first. */
  private static final int NOISE_SEARCHES = 2;

  private static final int ROBUST_ROUNDS = 8;

  /** Bit r is set if round r of a robust fit searches. */
  private static final int SEARCHED_ROUNDS = 0b1011;

  /** The default of λ as a multiple of σ̂ √(N/2). */
  private static final double SPARSE = 1.5;

  private final LoadedData data;
  private final Rows x;
  private final LassoOptions options;
  private final Variant variant;
  private final Weights weights;
  private final VariantLasso.Search search;

  /** True if only the first search matters, which settles the fit or ends it. */
  private final boolean isOneSearch;

  private final double @Nullable [] variances;

  private final FitMonitor monitor;
  private final FitOrigin<LassoOptions> origin;
  private final double[] rows;
  private double[] cols;
  private int searchesLeft;
  private @Nullable LassoResult last;
  private @Nullable Ending cut;
  private @Nullable Huber huber;
  private @Nullable Solution best;
  private WeightedRefinement refinement;
  private double leastError = Double.NaN;

  VariantFit(
      LoadedData data,
      LassoOptions options,
      Weights weights,
      VariantLasso.Search search,
      boolean isOneSearch,
      double @Nullable [] variances,
      FitListener listener) {
    this.data = data;
    this.variances = variances;
    this.isOneSearch = isOneSearch;
    x = data.source();
    this.options = options;
    variant = options.variant();
    this.weights = weights;
    this.search = search;
    monitor = new FitMonitor(listener, options.timeLimit());
    origin = FitOrigin.of(options, data);
    double[] givenRows = weights.rows();
    double[] givenCols = weights.cols();
    rows = givenRows == null ? EntryWeights.ones(x.rows()) : givenRows;
    cols = givenCols == null ? EntryWeights.ones(x.cols()) : givenCols;
    refinement = on(x);
    searchesLeft =
        1
            + (weights.noise() ? NOISE_SEARCHES : 0)
            + (variant.robust() ? Integer.bitCount(SEARCHED_ROUNDS) : 0);
  }

  /** The result; nothing if the first search finds none. */
  Optional<LassoResult> run() {
    return monitor.keeping(
        () -> {
          fit();
          if (best != null) {
            leastError =
                monitor.orSoFar(() -> monitor.time("spectrum", this::leastError), () -> Double.NaN);
          }
          return best == null ? Optional.empty() : Optional.of(result());
        },
        () -> best == null ? null : result());
  }

  private void fit() {
    Rows first = variant.robust() ? Winsorised.of(data.x()) : x;
    double[] before = weights.noise() ? noise(first) : null;
    cols = before == null ? cols : before;
    refinement = on(first);
    best = search(entries(first), rows);
    if (best == null) {
      return;
    }
    for (int again = 0; weights.noise() && again < NOISE_SEARCHES && !monitor.stop(); again++) {
      cols = ColumnNoise.weights(x, refinement, best(), variant.robust());
      refinement.use(refinement.weights().with(cols));
      best = refinement.descend(refinement.fit(best().z()));
      Solution fresh = isOneSearch ? null : search(entries(first), rows);
      best = fresh == null ? best : best.orBetter(fresh);
    }
    Solution squares = best();
    WeightedRefinement ofSquares = refinement;
    if (variant.robust()) {
      robust();
    } else if (isOneSearch
        && x instanceof Matrix dense
        && Huber.suits(dense, refinement, best())
        && !monitor.orSoFar(this::isClipped, () -> false)) {
      best = squares;
      refinement = ofSquares;
      huber = null;
    }
  }

  /**
   * Refines what settled by Huber's loss; returns whether that came to its end, and most entries
   * have noise: of those of sparse rows, which have not, no size tells outliers.
   */
  private boolean isClipped() {
    robust();
    return !monitor.stop() && Objects.requireNonNull(huber).isOfNoise(Huber.size(data.x(), cols));
  }

  private Solution best() {
    return Objects.requireNonNull(best, "the first search is done");
  }

  /** Rows to search, whose columns the search scales; sparse ones are never robust. */
  @FunctionalInterface
  private interface Searched {
    Rows of(SearchRows to, int[] rows);
  }

  private static Searched entries(Rows of) {
    return of instanceof SparseRows sparse
        ? (to, some) -> to.of(sparse, some)
        : entries(of.matrix()::getRow);
  }

  private static Searched entries(SearchRows.Entries dense) {
    return (to, some) -> to.of(dense, some);
  }

  private WeightedRefinement on(Rows some) {
    return new WeightedRefinement(
        some,
        EntryWeights.known(some, rows, cols),
        variant.nonnegative(),
        variant.intercept(),
        data.backend().info().threads(),
        monitor.signal());
  }

  /** Weights by the noise of columns before any bit is known; null if that cannot be estimated. */
  private double @Nullable [] noise(Rows of) {
    if (variances != null) {
      return ColumnNoise.weights(variances);
    }
    if (FactorNoise.refusal(of, options.k()) != null) {
      return null;
    }
    return monitor
        .orSoFar(
            () ->
                monitor.time(
                    "noise",
                    () ->
                        Optional.of(
                            FactorNoise.of(data.backend(), of, options.k(), monitor.signal())
                                .variances())),
            Optional::<double[]>empty)
        .map(ColumnNoise::weights)
        .orElse(null);
  }

  /**
   * A plain fit of the rows that {@code searching} gives, refined for what is asked; null if the
   * search finds none.
   */
  private @Nullable Solution search(Searched searching, double[] counted) {
    RepeatedRows repeated = RepeatedRows.of(counted);
    SearchRows to = SearchRows.of(x, cols, variant.intercept());
    boolean isX = weights.isNone() && !variant.robust() && !variant.intercept();
    int[] others = repeated.others(x.rows());
    Optional<LassoResult> searched;
    try (LoadedData own =
        isX ? null : new LoadedData(data.backend(), searching.of(to, repeated.rows()))) {
      searched = search.fit(own == null ? data : own, plain(), monitor.ofParts());
    } catch (UnfinishedFitException e) {
      if (best == null) {
        last = e.soFar(LassoResult.class);
        BinaryMatrix z = last.z();
        BinaryMatrix none = BinaryMatrix.empty(others.length);
        for (int k = 0; k < z.cols(); k++) {
          none = none.with(BitVector.of(new boolean[others.length]));
        }
        best = refined(repeated.whole(z, none, x.rows()));
      }
      // What is kept is a solution for X, not for the rows that stand for it.
      throw e.failure();
    }
    if (searched.isEmpty()) {
      return null;
    }
    LassoResult found = searched.get();
    last = found;
    if (found.ended() != Ending.CONVERGED && cut == null) {
      cut = found.ended();
    }
    BinaryMatrix rest =
        others.length == 0
            ? found.z()
            : FactorCoder.encode(
                data.backend(), searching.of(to, others), found.w(), options.seed());
    BinaryMatrix z = repeated.whole(found.z(), rest, x.rows());
    return monitor.time("refine", () -> refined(z));
  }

  /** Returns the options of each search: a share of the time, and the intercept as a feature. */
  private LassoOptions plain() {
    LassoOptions plain = options.withVariant(Variant.PLAIN).withPrefer(Preference.ANY);
    if (variant.intercept()) {
      plain = plain.withK(options.k() + 1);
    }
    Duration limit = options.timeLimit();
    if (limit != null) {
      long left = limit.toNanos() - (long) (monitor.elapsed() * 1e9);
      plain = plain.withTimeLimit(Duration.ofNanos(Math.max(1, left / searchesLeft)));
    }
    searchesLeft--;
    return plain;
  }

  private Solution refined(BinaryMatrix found) {
    Solution start =
        refinement.fit(
            variant.intercept()
                ? Complements.besideIntercept(found, options.k(), refinement)
                : variant.nonnegative() ? nonnegative(found) : found);
    if (variant.l1() != 0) {
      refinement = refinement.penalised(penalty(start));
      start = refinement.fit(start.z());
    }
    return inOrder(refinement.descend(start));
  }

  /**
   * Returns an incidence matrix with the span of {@code found}, which without the constraint fits
   * as well, whose W is nonnegative if there is one: the constraint then costs nothing.
   */
  private BinaryMatrix nonnegative(BinaryMatrix found) {
    Solution free = refinement.fitFreely(found);
    return EqualFactors.of(new Factors(found, free.w(), free.cost()), options, true).factors().z();
  }

  private Solution inOrder(Solution found) {
    if (!variant.intercept() || variant.nonnegative()) {
      return found;
    }
    BinaryMatrix seldom = Complements.oriented(found.z(), refinement);
    return seldom.equals(found.z()) ? found : refinement.fit(seldom);
  }

  /** λ: the given one, or 1.5 σ̂ √(N/2) by the error without a penalty. */
  private double penalty(Solution start) {
    if (!Double.isNaN(variant.l1())) {
      return variant.l1();
    }
    double error = refinement.penalised(0).fit(start.z()).cost();
    return SPARSE * Math.sqrt(error / x.facts().known()) * Math.sqrt(x.rows() / 2.0);
  }

  private void robust() {
    refinement = on(x).penalised(refinement.penalty());
    Matrix x = data.x();
    double size = Huber.size(x, cols);
    for (int round = 0; round < ROBUST_ROUNDS && (round == 0 || !monitor.stop()); round++) {
      Solution before = best();
      Huber now = Huber.of(x, refinement, before, cols, size);
      huber = now;
      refinement.use(refinement.weights().with(now.weights()));
      Solution next = refinement.descend(refinement.fit(before.z()));
      if (!isOneSearch && (SEARCHED_ROUNDS >> round & 1) != 0 && !monitor.stop()) {
        best = next;
        Inliers inliers = new Inliers(x, refinement, before, now, outliers(before).rows());
        Solution fresh = search(entries(inliers::row), inliers.weights(rows));
        if (fresh != null
            && now.loss(x, refinement, fresh, rows, cols)
                < now.loss(x, refinement, next, rows, cols)) {
          next = fresh;
        }
      }
      best = inOrder(next);
      if (SEARCHED_ROUNDS >> (round + 1) == 0 && best().z().equals(before.z())) {
        break;
      }
    }
  }

  private ColumnTerms terms(Solution of) {
    boolean isWeighed = weights.noise() || weights.cols() != null;
    return new ColumnTerms(
        variant.intercept() ? of.intercept() : null,
        isWeighed ? cols : null,
        huber == null ? Double.NaN : huber.threshold());
  }

  /**
   * The least squared error of any K features, and an intercept if there is one, by the spectrum of
   * X; NaN if that is not known.
   */
  private double leastError() {
    if (x instanceof SparseRows sparse) {
      return leastError(sparse);
    }
    if (x.facts().missing() > 0 || !Spectrum.isKnown(x.rows(), x.cols())) {
      return Double.NaN;
    }
    // Without an intercept X is on the device already.
    try (LoadedData own =
        variant.intercept()
            ? new LoadedData(data.backend(), terms(best()).without(data.x()))
            : null) {
      LoadedData rows = own == null ? data : own;
      double[] squares = squaredSingularValues(rows);
      return new SpectralFloor(squares, x.cols()).squaredError(options.k());
    }
  }

  /**
   * The least squared error of sparse rows, by their K leading singular values, of which the angle
   * to the vectors that are found may hide a share; NaN if no gap follows them. The mean is a term
   * of rank one.
   */
  private double leastError(SparseRows sparse) {
    double[] mean = variant.intercept() ? sparse.columnMeans() : new double[x.cols()];
    int k = options.k();
    int size = SpectralReduction.size(k);
    if (size > x.cols()) {
      return Double.NaN;
    }
    StopSignal stop = monitor.signal();
    Algebra algebra = data.backend().algebra().pausing(stop::check);
    Moments.Limits limits = new Moments.Limits(size);
    Dense row = Dense.wrap(1, mean.length, mean);
    try (Moments moments = data.rows(List.of(limits), stop).open(limits, stop)) {
      SubspaceIteration found =
          SubspaceIteration.run(
              x.cols(),
              size,
              k,
              SpectralReduction.SPARSE_ACCURACY,
              algebra,
              q -> {
                Dense image = moments.columnGram(q);
                for (int i = 0; i < q.rows(); i++) {
                  double times = -x.rows() * q.rowDot(i, row, 0);
                  Dense.addScaled(image.values(), i * mean.length, mean, 0, mean.length, times);
                }
                return image;
              },
              q -> Orthonormal.rows(q, algebra));
      double squares = x.facts().squaredNorm() - x.rows() * row.squaredNorm();
      double sine = SpectralReduction.SPARSE_ACCURACY;
      return found.hasGap() ? Math.max(0, squares - found.sum() * (1 + sine * sine)) : Double.NaN;
    }
  }

  private double[] squaredSingularValues(LoadedData of) {
    Spectrum spectrum =
        Spectrum.of(
            of.rows(List.of(new Moments.Limits()), monitor.signal()),
            of.backend().algebra(),
            monitor.signal());
    return (variant.intercept() ? spectrum.centred(of.x().columnMeans(monitor.signal())) : spectrum)
        .squaredSingularValues();
  }

  private Outliers outliers(Solution of) {
    ColumnTerms terms = terms(of);
    return Outliers.of(terms.without(data.x()), of.z(), of.w(), terms);
  }

  private LassoResult result() {
    ColumnTerms terms = terms(best());
    double rmse = terms.rmse(x, best().z(), best().w());
    EqualFactors equals =
        equals(new Factors(best().z(), best().w(), rmse * rmse * x.facts().known()));
    Factors factors = equals.factors().select(equals.factors().order());
    BinaryMatrix z = factors.z();
    boolean hasMissing = x.facts().missing() > 0;
    @Nullable Matrix rest = hasMissing || huber != null ? terms.without(data.x()) : null;
    long undetermined = 0;
    if (hasMissing && rest != null) {
      UndeterminedBits bits = UndeterminedBits.of(rest, factors);
      z = bits.z();
      undetermined = bits.count();
    }
    LassoResult searched = last;
    return new LassoResult(
        z,
        factors.w(),
        terms,
        terms.rmse(x, z, factors.w()),
        undetermined,
        searched == null ? "" : searched.method(),
        Double.NaN,
        Verified.NONE,
        figures(rest, terms, z, factors.w(), equals),
        ended(),
        monitor.trace(),
        monitor.seconds(),
        origin);
  }

  /** Returns the choice among equals; of a W made by a constraint or penalty, this one. */
  private EqualFactors equals(Factors factors) {
    boolean isFree = !variant.nonnegative() && variant.l1() == 0;
    return variant.intercept()
        ? new EqualFactors(factors, Map.of())
        : EqualFactors.of(factors, isFree ? options : options.withPrefer(Preference.ANY), false);
  }

  /** The figures of the result, which of a robust fit read {@code rest}, X less its intercept. */
  private Map<String, Double> figures(
      @Nullable Matrix rest, ColumnTerms terms, BinaryMatrix z, Dense w, EqualFactors equals) {
    Map<String, Double> figures = new TreeMap<>(equals.figures());
    Huber by = huber;
    if (by != null && rest != null) {
      Outliers outliers = Outliers.of(rest, z, w, terms);
      figures.put(ColumnTerms.THRESHOLD, by.threshold());
      figures.put(ColumnTerms.NOISE, by.threshold() / Huber.TUNING);
      figures.put(VariantLasso.OUTLYING_ENTRIES, outliers.entries());
      figures.put(VariantLasso.OUTLYING_ROWS, (double) outliers.rows().count());
    } else if (terms.weights() != null) {
      double freedom = x.facts().known() - (double) best().z().cols() * x.cols();
      double error = refinement.weighted(best());
      figures.put(ColumnTerms.NOISE, Math.sqrt(error / Math.max(1, freedom)));
    }
    if (!Double.isNaN(leastError)) {
      figures.put(SpectralFloor.LEAST_RMSE, Math.sqrt(leastError / x.facts().known()));
    }
    if (refinement.penalty() > 0) {
      figures.put(VariantLasso.L1, refinement.penalty());
    }
    return figures;
  }

  /** Why the fit ended. */
  private Ending ended() {
    Ending own = monitor.ended();
    Ending searched = cut;
    return own != Ending.CONVERGED || searched == null ? own : searched;
  }
}

package org.latentfeature.lasso.variant;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.sequence.OrderedRows;
import org.latentfeature.fit.sequence.SwitchRates;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LassoStages;
import org.latentfeature.lasso.Variant;
import org.latentfeature.lasso.Verified;

/**
 * Rows in order of time: a plain fit, then expectation and maximisation of a factorial hidden
 * Markov model in turn, and at last codes, W of least squares and rates that do not change any more
 * (docs/order.md, section 3).
 */
final class OrderedFit {

  /** Share of the time that is left, for each plain fit. */
  private static final double SHARE = 0.5;

  /** Rows whose means plain fits take, in this order, before rows as they are. */
  private static final int[] LENGTHS = {8, 32};

  /** The residual is noise if its variance is less than this times that between neighbours. */
  private static final double NOISE = 1.02;

  /** A plain fit takes means of rows if there are as many for each feature. */
  private static final int LEAST_WINDOWS = 20;

  private static final int MAX_ROUNDS = 60;

  private static final int MAX_LAST_ROUNDS = 20;

  /** Rounds end when one raises ln p by less than this for each row. */
  private static final double GAIN = 1e-6;

  /** The noise is at least this share of the mean square of X. */
  private static final double LEAST_NOISE = 1e-12;

  /** Weight of the W before, so that features no row has keep theirs. */
  private static final double RIDGE = 1e-6;

  private final LoadedData data;
  private final Matrix x;
  private final LassoOptions options;
  private final VariantLasso.Search search;
  private final FitMonitor monitor;
  private final FitOrigin<LassoOptions> origin;
  private final int threads;
  private @Nullable Solution best;
  private int steps;

  /**
   * Where one start leads.
   *
   * @param start a plain fit, with codes of all rows
   * @param factors what it has become
   * @param score by which it is compared with others: ln p(X), or the negative squared error
   */
  private record Solution(LassoResult start, Factors factors, double score) {}

  OrderedFit(
      LoadedData data, LassoOptions options, VariantLasso.Search search, FitListener listener) {
    this.data = data;
    x = data.x();
    this.options = options;
    this.search = search;
    monitor = new FitMonitor(listener, options.timeLimit());
    origin = FitOrigin.of(options, data);
    threads = Math.max(1, data.backend().info().threads());
  }

  LassoResult run() {
    OrderedRows.require(x);
    return monitor.keeping(
        () -> {
          monitor.orSoFar(this::search, this::best);
          return result();
        },
        () -> best == null ? null : result());
  }

  /** Goes on from one start after another until the residual is noise. */
  private Solution search() {
    double noise = OrderedRows.noise(x);
    for (int length : LENGTHS) {
      LassoResult found = start(length);
      if (found == null) {
        break;
      }
      goOn(found);
      if (isNoise(noise)) {
        return best();
      }
    }
    goOn(search.fit(data, plain(), monitor.ofParts()).orElseThrow());
    return best();
  }

  private boolean isNoise(double noise) {
    return variance(best().factors().squaredError()) <= NOISE * noise;
  }

  /**
   * Keeps where {@code found} leads, if that is better; {@code found} itself before anything is.
   */
  private void goOn(LassoResult found) {
    boolean isFirst = best == null;
    if (isFirst) {
      best = new Solution(found, new Factors(found.z(), found.w(), squaredError(found)), 0);
    }
    Solution now = monitor.time(LassoStages.ORDER, () -> ordered(found));
    best = isFirst || now.score() > best().score() ? now : best;
  }

  private Solution best() {
    return Objects.requireNonNull(best, "the first start is done");
  }

  /**
   * A plain fit of means of {@code length} rows that follow each other; null if they are too few.
   */
  private @Nullable LassoResult start(int length) {
    Windows windows = Windows.of(x, length, LEAST_WINDOWS * options.k());
    if (windows == null) {
      return null;
    }
    LassoResult found;
    try (LoadedData means = new LoadedData(data.backend(), windows.means())) {
      found = search.fit(means, plain(), monitor.ofParts()).orElseThrow();
    }
    BinaryMatrix z =
        windows.repeated(
            FactorCoder.encode(data.backend(), windows.all(), found.w(), options.seed()));
    return new LassoResult(
        z,
        found.w(),
        ColumnTerms.NONE,
        Rmse.noisy(x, z, found.w()),
        0,
        found.method(),
        found.mu(),
        Verified.NONE,
        Map.of(),
        found.ended(),
        found.trace(),
        found.seconds(),
        found.origin());
  }

  /** The options of a plain fit, which has half of the time that is left. */
  private LassoOptions plain() {
    Duration limit = options.timeLimit();
    return options.withVariant(Variant.PLAIN).withTimeLimit(limit == null ? null : half(limit));
  }

  private Duration half(Duration limit) {
    double left = limit.toNanos() - monitor.elapsed() * 1e9;
    return Duration.ofNanos(Math.max(1, (long) (SHARE * left)));
  }

  /** Improves {@code found}, unless it leaves no error. */
  private Solution ordered(LassoResult found) {
    double norm = x.facts().meanSquare() * x.rows() * x.cols();
    double least = LEAST_NOISE * x.facts().meanSquare();
    BinaryMatrix z = found.z();
    Dense w = found.w();
    double error = squaredError(found);
    double score = Double.NEGATIVE_INFINITY;
    for (int round = 0; round < MAX_ROUNDS && variance(error) > least; round++) {
      double variance = variance(error);
      OrderedRows.Posterior now = posterior(w, variance, z);
      boolean isSame = now.z().equals(z);
      z = now.z();
      w = dictionary(now, w);
      error = norm - 2 * dot(w, now.products()) + dot(w.timesTransposed(w), now.pairs());
      report(error, z.cols());
      double before = score;
      score = score(now.likelihood(), norm, variance);
      if (isSame && !(score - before > GAIN * x.rows())) {
        break;
      }
    }
    Factors settled = settle(fitted(z, w), least);
    return new Solution(found, settled, Double.isNaN(score) ? -settled.squaredError() : score);
  }

  /** ln p(X), up to a constant, of a likelihood up to one of X and σ. */
  private double score(double likelihood, double norm, double variance) {
    double entries = (double) x.rows() * x.cols();
    return likelihood - norm / (2 * variance) - entries / 2 * Math.log(variance);
  }

  /** Alternates codes and W of least squares, as new rows are coded, until the codes stay. */
  private Factors settle(Factors start, double least) {
    Factors now = start;
    for (int round = 0; round < MAX_LAST_ROUNDS; round++) {
      BinaryMatrix next =
          posterior(now.w(), Math.max(least, variance(now.squaredError())), now.z()).z();
      if (next.equals(now.z())) {
        break;
      }
      now = fitted(next, now.w());
      report(now.squaredError(), next.cols());
    }
    return now;
  }

  private OrderedRows.Posterior posterior(Dense w, double variance, BinaryMatrix z) {
    return OrderedRows.posterior(x, w, variance, SwitchRates.of(z), z, threads, monitor.signal());
  }

  /** Returns σ² of a squared error, less the K degrees of freedom of each column. */
  private double variance(double squaredError) {
    return squaredError / ((double) x.cols() * Math.max(1, x.rows() - options.k()));
  }

  /** Returns the W of least expected error. */
  private Dense dictionary(OrderedRows.Posterior now, Dense before) {
    Dense pairs = now.pairs().copy();
    Dense products = now.products().copy();
    for (int k = 0; k < pairs.rows(); k++) {
      pairs.set(k, k, pairs.get(k, k) + RIDGE);
      for (int d = 0; d < products.cols(); d++) {
        products.set(k, d, products.get(k, d) + RIDGE * before.get(k, d));
      }
    }
    return data.backend().algebra().solve(pairs, products);
  }

  /** Returns {@code z} with its W of least squares. */
  private Factors fitted(BinaryMatrix z, Dense before) {
    Dense w = dictionary(OrderedRows.certain(x, z), before);
    return new Factors(z, w, Rmse.squaredError(x, z, w));
  }

  private void report(double squaredError, int features) {
    steps++;
    double entries = (double) x.rows() * x.cols();
    monitor.step(
        LassoStages.ORDER,
        steps,
        features,
        squaredError / (2.0 * x.rows()),
        Math.sqrt(Math.max(0, squaredError) / entries),
        Map.of());
  }

  private double squaredError(LassoResult of) {
    return of.rmse() * of.rmse() * x.rows() * x.cols();
  }

  private static double dot(Dense a, Dense b) {
    double sum = 0;
    for (int i = 0; i < a.values().length; i++) {
      sum += a.values()[i] * b.values()[i];
    }
    return sum;
  }

  private LassoResult result() {
    LassoResult from = best().start();
    Factors factors = best().factors().select(best().factors().order());
    Ending own = monitor.ended();
    return new LassoResult(
        factors.z(),
        factors.w(),
        ColumnTerms.NONE,
        Rmse.noisy(x, factors.z(), factors.w()),
        0,
        from.method(),
        from.mu(),
        Verified.NONE,
        Map.of(),
        own != Ending.CONVERGED ? own : from.ended(),
        monitor.trace(),
        monitor.seconds(),
        origin);
  }
}

package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;

/** From prepared data to chains and back: starts, scales and the point estimate. */
final class PosteriorSearch {

  /** Smaller shares of the data are rounding errors: X is in single precision. */
  private static final double LEAST_SCALE = 1e-5;

  /** Above so many rows sweeps are uncollapsed, unless asked otherwise. */
  private static final int MANY_ROWS = 20_000;

  /** α of random starts, unless it is given. */
  private static final double FIRST_MASS = 1;

  private final LoadedData loaded;
  private final FactorFit fit;
  private final IndianBuffetOptions options;
  private final From from;
  private final Chains.Data data;
  private final double entries;
  private final double meanSquare;
  private @Nullable Factors point;

  /**
   * The starting point of the chains.
   *
   * @param codes of a model of the same rows; null for the start of the options
   * @param saved chains that run on; null for new ones
   */
  record From(@Nullable BinaryMatrix codes, @Nullable Posterior saved) {}

  /** Hears of posteriors and of the results of the fit that belong to them. */
  interface Listener {
    /** The root mean square error of the factorisation that all chains start from. */
    void onStart(double rmse);

    /** Returns whether the posterior so far shall be saved; called by any thread. */
    boolean isDue();

    /** Saves what there is, which takes some time to make. */
    void save(Supplier<FactorFit.Result> work);
  }

  PosteriorSearch(LoadedData loaded, FactorFit fit, IndianBuffetOptions options, From from) {
    this.loaded = loaded;
    this.fit = fit;
    this.options = options;
    this.from = from;
    data = ChainData.of(fit);
    entries = data.entries();
    meanSquare = fit.data().squaredNorm() / entries;
  }

  /** Runs the chains; the point estimate is their likeliest Z, with least-squares W. */
  FactorFit.Found run(Listener listener) {
    Posterior posterior;
    try {
      posterior = chains(listener);
    } catch (StoppedException e) {
      Posterior saved = from.saved();
      if (saved == null) {
        throw e;
      }
      posterior = saved; // There was no time to resume.
    }
    return found(posterior);
  }

  private Posterior chains(Listener listener) {
    Posterior saved = from.saved();
    List<ChainState> starts = saved == null ? starts(listener) : List.of();
    boolean collapsed = isCollapsed();
    HyperPriors priors =
        new HyperPriors(
            meanSquare,
            options.sigma() == null,
            options.featureScale() == null,
            options.alpha() == null);
    Chains.Plan plan =
        new Chains.Plan(
            options.sweeps(),
            options.k(),
            priors,
            CounterRandom.stream(options.seed(), 0x1B9),
            Math.max(1, fit.backend().info().threads()));
    Chains.Watcher watcher = watcher(listener);
    StopSignal stop = fit.monitor().signal();
    try (Sampler sampler =
        collapsed
            ? ChainData.collapsed(fit)
            : new UncollapsedSampler(fit.rows(), fit.x(), options.k())) {
      return fit.monitor()
          .time(
              "chains",
              () ->
                  saved == null
                      ? Chains.run(data, sampler, plan, starts, watcher, stop)
                      : Chains.resume(data, sampler, plan, saved, watcher, stop));
    }
  }

  /**
   * Returns whether sweeps are collapsed.
   *
   * @throws IllegalArgumentException if they cannot be what was asked for
   */
  private boolean isCollapsed() {
    boolean missing = loaded.source().facts().missing() > 0;
    boolean reduced = fit.x().cols() < fit.data().noisyCols();
    return switch (options.sampler()) {
      case AUTO -> !missing && (reduced || fit.rows().rows() <= MANY_ROWS);
      case COLLAPSED -> {
        if (missing) {
          throw new IllegalArgumentException(
              "sampler is collapsed, but %,d entries of X are missing; use uncollapsed"
                  .formatted(loaded.source().facts().missing()));
        }
        yield true;
      }
      case UNCOLLAPSED -> {
        if (reduced) {
          throw new IllegalArgumentException(
              "sampler is uncollapsed, but X has %,d columns and only %,d rows; use collapsed, which never sees the columns"
                  .formatted(fit.data().noisyCols(), fit.rows().rows()));
        }
        yield false;
      }
    };
  }

  private Chains.Watcher watcher(Listener listener) {
    return new Chains.Watcher() {
      @Override
      public void onRound(int sweep, List<Sample> last) {
        report(sweep, last);
      }

      @Override
      public boolean isDue() {
        return listener.isDue();
      }

      @Override
      public void keep(Supplier<Posterior> soFar) {
        listener.save(
            () -> {
              FactorFit.Found found = found(soFar.get());
              return fit.monitor().close(() -> fit.soFar(found));
            });
      }
    };
  }

  /** The point estimate; after burn-in it is the same each time. */
  private FactorFit.Found found(Posterior posterior) {
    BinaryMatrix reference = posterior.reference();
    Factors known = point;
    if (known == null || !reference.equals(known.z())) {
      known = fit.monitor().close(() -> fit.refinement().fit(reference));
      point = known;
    }
    return new FactorFit.Found(known, "gibbs", Map.of(), posterior);
  }

  private void report(int sweep, List<Sample> last) {
    Sample best = last.get(0);
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int c = 0; c < last.size(); c++) {
      Sample sample = last.get(c);
      figures.put("K of chain " + (c + 1), (double) sample.features());
      best = sample.logJoint() > best.logJoint() ? sample : best;
    }
    figures.put("sigma", best.noise());
    double known = (double) loaded.source().size() - loaded.source().facts().missing();
    double rmse = Math.sqrt(best.squaredError() / known);
    fit.monitor().step("gibbs", sweep, best.features(), -best.logJoint() / entries, rmse, figures);
  }

  private List<ChainState> starts(Listener listener) {
    List<ChainState> starts = new ArrayList<>();
    BinaryMatrix codes = from.codes();
    if (codes == null && options.start() == IndianBuffetOptions.Start.RANDOM) {
      int n = fit.rows().rows();
      for (int c = 0; c < options.chains(); c++) {
        long seed = CounterRandom.stream(options.seed(), 0x57A27L + c);
        BinaryMatrix z =
            options.infinite()
                ? RandomIncidence.buffet(n, prior(FIRST_MASS).mass(), options.k(), seed)
                : RandomIncidence.coins(n, options.k(), seed);
        double rms = Math.sqrt(meanSquare);
        starts.add(new ChainState(0, z, scales(rms, rms), prior(FIRST_MASS)));
      }
      return starts;
    }
    Factors first =
        fit.refinement()
            .fit(
                codes != null
                    ? codes
                    : new StartCodes(loaded, fit, options.seed())
                        .of(options.start(), options.k(), options.infinite()));
    listener.onStart(fit.data().rmse(first.squaredError()));
    ChainState state = state(first);
    for (int c = 0; c < options.chains(); c++) {
      starts.add(state);
    }
    return starts;
  }

  /**
   * σx² = |X − ZW|²/(D(N−K)) and what the prior adds to it, σa² = |W|²/(KD), α = K/H_N. Without the
   * prior's share a start without error would lie far outside the posterior.
   */
  private ChainState state(Factors first) {
    int n = fit.rows().rows();
    int k = first.z().cols();
    double d = fit.data().noisyCols();
    double rms = Math.sqrt(meanSquare);
    double noise =
        Math.sqrt(
            first.squaredError() / Math.max(d, entries - d * k)
                + HyperPriors.leastVariance(meanSquare, entries));
    double features = Math.sqrt(first.w().squaredNorm() / (k * d));
    return new ChainState(
        0,
        first.z(),
        scales(noise, Math.max(features, LEAST_SCALE * rms)),
        prior(k / InfiniteFeatures.harmonic(n)));
  }

  private Scales scales(double noise, double features) {
    double unit = fit.data().scale();
    Double sigma = options.sigma();
    Double scale = options.featureScale();
    return new Scales(
        sigma == null ? noise : sigma * unit, scale == null ? features : scale * unit);
  }

  private FeaturePrior prior(double alpha) {
    Double given = options.alpha();
    double k = options.k();
    return options.infinite()
        ? new InfiniteFeatures(given == null ? alpha : given)
        : new FiniteFeatures(given == null ? k : given, options.k());
  }

  /** Returns the posterior that a fit ended with; null if it ended before there was one. */
  static @Nullable Posterior of(FactorFit.Result result) {
    return result.found().details() instanceof Posterior posterior ? posterior : null;
  }

  /** Returns the figures of the chains, by name. */
  static Map<String, Double> figures(Posterior posterior) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(
        IndianBuffetEstimator.DRAWS,
        (double) posterior.traces().stream().mapToInt(List::size).sum());
    if (posterior.isComparable()) {
      for (Sample.Quantity quantity : Sample.QUANTITIES) {
        Convergence convergence = posterior.convergence(quantity);
        // A ratio of infinity is no number of JSON.
        figures.put("rhat-" + quantity.name(), Math.min(convergence.splitRatio(), 1e9));
        figures.put("ess-" + quantity.name(), convergence.effective());
      }
      figures.put("sigma", posterior.mean(Sample::noise));
      figures.put("alpha", posterior.mean(Sample::mass));
    }
    return figures;
  }
}

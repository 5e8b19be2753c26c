package org.latentfeature.ibp;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Phrase;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.ValueType;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.Checkpoints;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.fit.scale.FactorEstimator;

/**
 * Samples the posterior of Z under the Indian buffet process or its finite form, by collapsed Gibbs
 * chains (docs/indian-buffet.md).
 */
public final class IndianBuffetEstimator
    implements Estimator<IndianBuffetOptions, IndianBuffetModel> {

  /** Name of the option for the infinite model. */
  public static final String INFINITE = "infinite";

  /** Name of the option where chains start. */
  public static final String START = "start";

  static final String CHAINS = "chains";

  /** Name of the option for the number of sweeps. */
  public static final String SWEEPS = "sweeps";

  /** Figure: root mean square error of the factorisation that the chains started from. */
  public static final String START_RMSE = "start-rmse";

  /** Figure: number of samples of all chains. */
  static final String DRAWS = "draws";

  static final OptionTable<IndianBuffetOptions> OPTIONS =
      new OptionTable<>(
          IndianBuffetOptions.of(1),
          List.of(
              FitOption.flag(
                  INFINITE,
                  "Learn the number of features, up to K, under the Indian buffet process",
                  IndianBuffetOptions::infinite,
                  IndianBuffetOptions::withInfinite),
              FitOption.of(
                  START,
                  "lasso|cumulants|random",
                  ValueType.of(IndianBuffetOptions.Start.class),
                  "Start of the chains: the features of another estimator, or random ones",
                  IndianBuffetOptions::start,
                  IndianBuffetOptions::withStart),
              FitOption.of(
                  "sampler",
                  "auto|collapsed|uncollapsed",
                  ValueType.of(IndianBuffetOptions.Sampling.class),
                  "Sweeps row after row with W integrated out, or with W drawn and all rows at "
                      + "once on the backend; auto takes the second where entries are missing or "
                      + "rows are many",
                  IndianBuffetOptions::sampler,
                  IndianBuffetOptions::withSampler),
              FitOption.whole(
                  CHAINS,
                  1,
                  "Number of chains",
                  IndianBuffetOptions::chains,
                  IndianBuffetOptions::withChains),
              FitOption.whole(
                  SWEEPS,
                  2,
                  "Number of sweeps over all rows of each chain; the first half is dropped",
                  IndianBuffetOptions::sweeps,
                  IndianBuffetOptions::withSweeps),
              FitOption.positive(
                      "alpha",
                      "A",
                      "Mass of the prior of Z",
                      IndianBuffetOptions::alpha,
                      IndianBuffetOptions::withAlpha)
                  .unset("learned"),
              FitOption.positive(
                      "sigma",
                      "S",
                      "Standard deviation of the noise, in the units of X",
                      IndianBuffetOptions::sigma,
                      IndianBuffetOptions::withSigma)
                  .unset("learned"),
              FitOption.positive(
                      "feature-scale",
                      "S",
                      "Standard deviation of the entries of W, in the units of X",
                      IndianBuffetOptions::featureScale,
                      IndianBuffetOptions::withFeatureScale)
                  .unset("learned")));

  @Override
  public String name() {
    return "indian-buffet";
  }

  /**
   * Chains may start with the codes of a model of the same rows. Checkpoints are models with
   * chains, which may be resumed with more sweeps: on the same backend the result is bit for bit
   * that of a fit never stopped.
   */
  @Override
  public Set<Accepts> accepts(IndianBuffetOptions options) {
    return EnumSet.of(Accepts.MISSING, Accepts.START, Accepts.CHECKPOINTS);
  }

  @Override
  public ModelKind<IndianBuffetModel> kind() {
    return IndianBuffetModel.KIND;
  }

  @Override
  public OptionTable<IndianBuffetOptions> table() {
    return OPTIONS;
  }

  @Override
  public IndianBuffetOptions defaults(int k) {
    return IndianBuffetOptions.of(k);
  }

  @Override
  public long bytesNeeded(
      Backend backend,
      int rows,
      int cols,
      FitRequest<IndianBuffetOptions, IndianBuffetModel> request) {
    IndianBuffetOptions options = request.options();
    int k = Math.min(options.k(), rows);
    long fit =
        FactorFit.bytesNeeded(
            backend,
            rows,
            cols,
            k,
            LeastSquares.FREE,
            (n, d) -> bytesOfChains(backend, n, d, options.withK(k)));
    return request.checkpoints().isKept()
        ? fit + FactorFit.bytesOfSoFar(backend, rows, cols, k)
        : fit;
  }

  private static long bytesOfChains(
      Backend backend, int rows, int cols, IndianBuffetOptions options) {
    long collapsed = ChainData.bytesNeeded(backend, rows, cols);
    return options.sampler() == IndianBuffetOptions.Sampling.COLLAPSED
        ? collapsed
        : Math.max(
            collapsed,
            ChainData.bytesBeside(
                backend, rows, cols, UncollapsedSampler.limits(options.chains(), options.k())));
  }

  @Override
  public Fitted<IndianBuffetModel> fit(
      LoadedData data, FitRequest<IndianBuffetOptions, IndianBuffetModel> request) {
    IndianBuffetOptions given = request.options();
    IndianBuffetOptions options =
        given.infinite() ? given.withK(Math.min(given.k(), data.source().rows())) : given;
    if (!options.infinite()) {
      HostRoom.require(data.source().rows(), options.k(), options.chains());
    }
    Results results = new Results(request.checkpoints(), FitOrigin.of(options, data));
    PosteriorSearch.From from =
        new PosteriorSearch.From(
            request.startCodes(data.source()),
            ResumeCheck.posterior(results.left, data.source(), options));
    try {
      FactorFit.Result result =
          FactorFit.run(
              data,
              options,
              LeastSquares.FREE,
              request.listener(),
              name(),
              fit -> new PosteriorSearch(data, fit, options, from).run(results));
      return results.last(result);
    } catch (UnfinishedFitException e) {
      Fitted<IndianBuffetModel> kept = results.kept;
      if (kept == null) {
        throw e.failure(); // A start without a posterior is no model of this kind.
      }
      throw e.map(FactorFit.Result.class, result -> kept);
    }
  }

  /** Makes posteriors results, the last one and those before it. */
  private final class Results implements PosteriorSearch.Listener {

    private final Checkpoints<IndianBuffetModel> checkpoints;
    private final FitOrigin<IndianBuffetOptions> origin;
    private final @Nullable IndianBuffetModel left;
    private @Nullable Fitted<IndianBuffetModel> kept;

    /** Error of the factorisation that the chains started from; NaN if they started from none. */
    private double start;

    Results(Checkpoints<IndianBuffetModel> checkpoints, FitOrigin<IndianBuffetOptions> origin) {
      this.checkpoints = checkpoints;
      this.origin = origin;
      left = checkpoints.left();
      start =
          left == null
              ? Double.NaN
              : left.manifest().figures().getOrDefault(START_RMSE, Double.NaN);
    }

    @Override
    public void onStart(double rmse) {
      start = rmse;
    }

    @Override
    public boolean isDue() {
      return checkpoints.isDue();
    }

    @Override
    public void save(Supplier<FactorFit.Result> work) {
      checkpoints.offer(
          () -> {
            FactorFit.Result now = work.get();
            Fitted<IndianBuffetModel> fitted =
                fitted(now, Objects.requireNonNull(PosteriorSearch.of(now)));
            kept = fitted;
            return fitted;
          });
    }

    Fitted<IndianBuffetModel> last(FactorFit.Result result) {
      Posterior posterior = PosteriorSearch.of(result);
      if (posterior == null) {
        throw new IllegalArgumentException(
            left != null
                ? "the fit ended before the chains could resume; the saved model stays as it was"
                : result.ended().isGivenUp()
                    ? "the fit was stopped before the chains had a start; nothing is saved"
                    : "the time was over before the chains had a start; %s, or %s"
                        .formatted(Phrase.TIME_LIMIT, Phrase.RANDOM_START));
      }
      return fitted(result, posterior);
    }

    private Fitted<IndianBuffetModel> fitted(FactorFit.Result result, Posterior posterior) {
      Map<String, Double> figures = PosteriorSearch.figures(posterior);
      if (!Double.isNaN(start)) {
        figures.put(START_RMSE, start);
      }
      Map<String, @Nullable Object> findings = new LinkedHashMap<>();
      findings.put("method", result.found().method());
      findings.putAll(figures);
      return new Fitted<>(
          result.factors().z().cols(),
          result.rmse(),
          result.ended(),
          result.trace().size() + (left == null ? 0 : left.manifest().trace().size()),
          findings,
          origin,
          from -> {
            Manifest manifest =
                FactorEstimator.manifest(kind(), from, result, origin.options(), figures);
            return new IndianBuffetModel(
                left == null ? manifest : manifest.after(left.manifest()),
                result.factors().z(),
                result.factors().w(),
                posterior);
          });
    }
  }
}

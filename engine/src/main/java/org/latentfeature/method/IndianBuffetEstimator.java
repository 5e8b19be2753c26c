package org.latentfeature.method;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.estimator.Estimator;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.estimator.Provenance;
import org.latentfeature.factor.FactorFit;
import org.latentfeature.factor.FactorModel;
import org.latentfeature.factor.LeastSquares;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.Range;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.ValueType;
import org.latentfeature.ibp.Posterior;
import org.latentfeature.model.Manifest;
import org.latentfeature.model.ModelKind;

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

  /** Figure: number of samples of all chains. */
  static final String DRAWS = "draws";

  static final OptionTable<IndianBuffetOptions> OPTIONS =
      new OptionTable<>(
          List.of(
              FitOption.<IndianBuffetOptions, Boolean>of(
                  INFINITE,
                  "true|false",
                  ValueType.FLAG,
                  "Learn the number of features, up to K, under the Indian buffet process",
                  "false",
                  IndianBuffetOptions::infinite,
                  IndianBuffetOptions::withInfinite),
              FitOption.<IndianBuffetOptions, IndianBuffetOptions.Start>of(
                  START,
                  "lasso|cumulants|random",
                  ValueType.of(IndianBuffetOptions.Start.class),
                  "Start of the chains: the features of another estimator, or random ones",
                  "lasso",
                  IndianBuffetOptions::start,
                  IndianBuffetOptions::withStart),
              whole(
                  CHAINS,
                  "Number of chains",
                  4,
                  1,
                  IndianBuffetOptions::chains,
                  IndianBuffetOptions::withChains),
              whole(
                  "sweeps",
                  "Number of sweeps over all rows of each chain; the first half is dropped",
                  1000,
                  2,
                  IndianBuffetOptions::sweeps,
                  IndianBuffetOptions::withSweeps),
              number(
                  "alpha",
                  "A",
                  "Mass of the prior of Z",
                  IndianBuffetOptions::alpha,
                  IndianBuffetOptions::withAlpha),
              number(
                  "sigma",
                  "S",
                  "Standard deviation of the noise, in the units of X",
                  IndianBuffetOptions::sigma,
                  IndianBuffetOptions::withSigma),
              number(
                  "feature-scale",
                  "S",
                  "Standard deviation of the entries of W, in the units of X",
                  IndianBuffetOptions::featureScale,
                  IndianBuffetOptions::withFeatureScale)));

  private static FitOption<IndianBuffetOptions, Integer> whole(
      String name,
      String what,
      int otherwise,
      int least,
      Function<IndianBuffetOptions, @Nullable Integer> get,
      BiFunction<IndianBuffetOptions, Integer, IndianBuffetOptions> set) {
    return FitOption.of(name, "N", ValueType.WHOLE, what, "" + otherwise, get, set)
        .in(Range.atLeast(least));
  }

  private static FitOption<IndianBuffetOptions, Double> number(
      String name,
      String label,
      String what,
      Function<IndianBuffetOptions, @Nullable Double> get,
      BiFunction<IndianBuffetOptions, Double, IndianBuffetOptions> set) {
    return FitOption.of(name, label, ValueType.NUMBER, what, "learned", get, set)
        .in(Range.POSITIVE)
        .unset("learned");
  }

  private final @Nullable FactorModel start;

  /** Starts where the options say. */
  public IndianBuffetEstimator() {
    start = null;
  }

  /**
   * Starts all chains with the codes of a model of the same rows.
   *
   * @param start of the rows to fit
   */
  public IndianBuffetEstimator(FactorModel start) {
    this.start = start;
  }

  @Override
  public String name() {
    return "indian-buffet";
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
  public long bytesNeeded(Backend backend, int rows, int cols, IndianBuffetOptions options) {
    return FactorFit.bytesNeeded(
        backend,
        rows,
        cols,
        Math.min(options.k(), rows),
        LeastSquares.FREE,
        (n, d) -> ChainData.bytesNeeded(backend, n, d));
  }

  @Override
  public Fitted<IndianBuffetModel> fit(
      LoadedData data, IndianBuffetOptions asked, FitListener listener) {
    IndianBuffetOptions options =
        asked.infinite() ? asked.withK(Math.min(asked.k(), data.source().rows())) : asked;
    FitOrigin<IndianBuffetOptions> origin = FitOrigin.of(options, data);
    BinaryMatrix first = start == null ? null : codes(start, data);
    AtomicReference<Posterior> posterior = new AtomicReference<>();
    FactorFit.Method search =
        fit -> new PosteriorSearch(data, fit, options, first).run(posterior::set);
    try {
      FactorFit.Result result =
          FactorFit.run(data, options, LeastSquares.FREE, listener, name(), search);
      return fitted(result, posterior.get(), origin);
    } catch (UnfinishedFitException e) {
      // A start without a posterior is no model of this kind.
      Posterior found = posterior.get();
      if (found == null) {
        throw e;
      }
      throw e.map(FactorFit.Result.class, result -> fitted(result, found, origin));
    }
  }

  private static BinaryMatrix codes(FactorModel model, LoadedData data) {
    int rows = data.source().rows();
    int cols = data.source().cols();
    if (model.z().rows() != rows || model.w().cols() != cols) {
      throw new IllegalArgumentException(
          "the start is a model of %,d × %,d, but X is %,d × %,d; fit it to these data first"
              .formatted(model.z().rows(), model.w().cols(), rows, cols));
    }
    return model.z();
  }

  private Fitted<IndianBuffetModel> fitted(
      FactorFit.Result result, @Nullable Posterior found, FitOrigin<IndianBuffetOptions> origin) {
    if (found == null) {
      throw new IllegalStateException(
          "the time was over before the chains had a start; raise --time-limit, or pass --start random");
    }
    Posterior posterior = PosteriorSearch.ordered(found, result);
    Map<String, @Nullable Object> findings = new LinkedHashMap<>();
    findings.put("method", result.found().method());
    findings.putAll(PosteriorSearch.figures(posterior));
    return new Fitted<>(
        result.factors().z().cols(),
        result.rmse(),
        result.ended(),
        result.trace().size(),
        findings,
        origin,
        from -> {
          Manifest manifest = manifest(from, result, posterior, origin.options());
          return new IndianBuffetModel(
              manifest, result.factors().z(), result.factors().w(), posterior);
        });
  }

  private Manifest manifest(
      Provenance from, FactorFit.Result result, Posterior posterior, IndianBuffetOptions options) {
    return Manifest.of(
        kind().name(),
        from.software(),
        options,
        from.backend(),
        from.data(),
        result.factors().z().cols(),
        result.found().method(),
        result.rmse(),
        PosteriorSearch.figures(posterior),
        result.ended(),
        result.trace(),
        result.seconds());
  }
}

package org.latentfeature.ibp.variational;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.ValueType;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.fit.scale.FactorEstimator;
import org.latentfeature.ibp.BitProbabilities;
import org.latentfeature.ibp.HostRoom;
import org.latentfeature.ibp.IndianBuffetEstimator;
import org.latentfeature.ibp.IndianBuffetModel;
import org.latentfeature.ibp.IndianBuffetOptions;
import org.latentfeature.ibp.Posterior;
import org.latentfeature.ibp.StartCodes;

/**
 * Posteriors of features by variational inference: the models of {@link IndianBuffetEstimator}, but
 * without chains (docs/variational.md).
 */
public final class VariationalBuffetEstimator
    implements Estimator<VariationalOptions, IndianBuffetModel> {

  private static final FitOption<VariationalOptions, IndianBuffetOptions.Start> START =
      FitOption.<VariationalOptions, IndianBuffetOptions.Start>of(
              IndianBuffetEstimator.START,
              "lasso|cumulants|random",
              ValueType.of(IndianBuffetOptions.Start.class),
              "Start of one restart: the features of another estimator; random for none",
              VariationalOptions::start,
              VariationalOptions::withStart)
          .otherwise("lasso");

  /** A posterior has its own point estimate, and its dictionary a full covariance. */
  private static final OptionTable<VariationalOptions> OPTIONS =
      VariationalEstimator.OPTIONS.without(Set.of("refine", "joint")).with(START);

  @Override
  public String name() {
    return VariationalEstimator.NAME;
  }

  @Override
  public ModelKind<IndianBuffetModel> kind() {
    return IndianBuffetModel.KIND;
  }

  @Override
  public OptionTable<VariationalOptions> table() {
    return OPTIONS;
  }

  @Override
  public VariationalOptions defaults(int k) {
    return VariationalOptions.of(k).withRefine(false).withStart(IndianBuffetOptions.Start.LASSO);
  }

  /** One of the restarts begins with the codes of a model of the same rows. */
  @Override
  public Set<Accepts> accepts(VariationalOptions options) {
    return EnumSet.of(Accepts.START);
  }

  @Override
  public long bytesNeeded(
      Backend backend,
      int rows,
      int cols,
      FitRequest<VariationalOptions, IndianBuffetModel> request) {
    VariationalOptions options = request.options();
    return FactorFit.bytesNeeded(
        backend,
        rows,
        cols,
        Math.min(options.k(), rows),
        LeastSquares.FREE,
        (n, d) ->
            VariationalEstimator.bytesBeside(
                backend, n, d, Math.min(options.k(), rows), options.restarts()));
  }

  @Override
  public Fitted<IndianBuffetModel> fit(
      LoadedData data, FitRequest<VariationalOptions, IndianBuffetModel> request) {
    data.source().facts().requireFinite("X");
    VariationalOptions given = request.options();
    VariationalOptions options =
        given.infinite() ? given.withK(Math.min(given.k(), data.source().rows())) : given;
    HostRoom.require(data.source().rows(), options.k(), 1);
    FactorFit.Result result =
        FactorFit.run(
            data,
            options,
            LeastSquares.FREE,
            request.listener(),
            name(),
            fit -> find(fit, options, start(data, fit, request.withOptions(options))));
    Posterior posterior = result.found().details() instanceof Posterior found ? found : null;
    if (posterior == null) {
      throw new IllegalArgumentException(
          result.ended().isGivenUp()
              ? "the fit was stopped before there was a posterior; nothing is saved"
              : "the time was over before there was a posterior; %s, or %s"
                  .formatted(Phrase.TIME_LIMIT, Phrase.RANDOM_START));
    }
    return fitted(result, posterior, FitOrigin.of(options, data));
  }

  private FactorFit.Found find(
      FactorFit fit, VariationalOptions options, @Nullable BinaryMatrix start) {
    VariationalSearch.Found found = VariationalEstimator.search(fit, options, start, true);
    int[] present = VariationalEstimator.present(found);
    if (present.length == 0) {
      throw new IllegalArgumentException(
          "no row has a feature with a probability above ½; choose a smaller sigma, or start with a model");
    }
    BinaryMatrix z = found.z().select(present);
    Map<String, Double> figures = VariationalEstimator.figures(found, fit);
    Dense inclusion =
        Objects.requireNonNull(found.inclusion()).transpose().selectRows(present).transpose();
    Posterior posterior =
        BitProbabilities.of(inclusion, options.infinite(), options.k(), figures)
            .posterior(z, fit.data().original().matrix());
    return new FactorFit.Found(
        VariationalEstimator.factors(fit, z, false), name(), figures, posterior);
  }

  /** The codes of a model, or of the estimator that the options name. */
  private static @Nullable BinaryMatrix start(
      LoadedData data, FactorFit fit, FitRequest<VariationalOptions, IndianBuffetModel> request) {
    VariationalOptions options = request.options();
    return request.start() != null || options.start() == IndianBuffetOptions.Start.RANDOM
        ? request.startCodes(data.source())
        : new StartCodes(data, fit, options.seed())
            .of(options.start(), options.k(), options.infinite());
  }

  private Fitted<IndianBuffetModel> fitted(
      FactorFit.Result result, Posterior posterior, FitOrigin<VariationalOptions> origin) {
    Map<String, @Nullable Object> findings = new LinkedHashMap<>();
    findings.put("method", name());
    findings.putAll(result.found().figures());
    return new Fitted<>(
        result.factors().z().cols(),
        result.rmse(),
        result.ended(),
        result.trace().size(),
        findings,
        origin,
        from -> model(from, result, posterior, origin.options()));
  }

  private IndianBuffetModel model(
      Provenance from, FactorFit.Result result, Posterior posterior, VariationalOptions options) {
    return new IndianBuffetModel(
        FactorEstimator.manifest(kind(), from, result, options, result.found().figures()),
        result.factors().z(),
        result.factors().w(),
        posterior);
  }
}

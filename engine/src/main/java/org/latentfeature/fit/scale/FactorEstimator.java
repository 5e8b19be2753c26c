package org.latentfeature.fit.scale;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelKind;

/**
 * An estimator of factorisations; subclasses define only how the columns of Z are found.
 *
 * @param <O> its options
 * @param <M> its models
 */
public abstract class FactorEstimator<O extends FitOptions, M extends FactorModel>
    implements Extendable<O, M> {

  /**
   * Finds K features at most.
   *
   * @param fit of the rows, prepared
   */
  protected abstract FactorFit.Found find(FactorFit fit, FitRequest<O, M> request);

  /** Bytes besides N×D prepared rows, their codes, and the refinement of these. */
  protected abstract long bytesBeside(Backend backend, int rows, int cols, O options);

  /** The model to save, of {@code result}. */
  protected abstract M model(Manifest manifest, FactorFit.Result result);

  @Override
  public Set<Accepts> accepts(O options) {
    return Set.of(Accepts.SAMPLE, Accepts.CHECKPOINTS);
  }

  @Override
  public final long bytesNeeded(Backend backend, int rows, int cols, FitRequest<O, M> request) {
    O options = request.options();
    PreparedData.Need beside = (n, d) -> bytesBeside(backend, n, d, options);
    return FactorFit.bytesNeeded(backend, rows, cols, options.k(), leastSquares(options), beside);
  }

  @Override
  public final Fitted<M> fitAll(LoadedData data, FitRequest<O, M> request) {
    O options = request.options();
    data.source().facts().requireFinite("X");
    FitOrigin<O> origin = FitOrigin.of(options, data);
    try {
      return fitted(
          FactorFit.run(
              data,
              options,
              leastSquares(options),
              request.listener(),
              name(),
              fit -> find(fit, request)),
          origin);
    } catch (UnfinishedFitException e) {
      throw e.map(FactorFit.Result.class, result -> fitted(result, origin));
    }
  }

  private Fitted<M> fitted(FactorFit.Result result, FitOrigin<O> origin) {
    Map<String, @Nullable Object> findings = new LinkedHashMap<>();
    findings.put("method", result.found().method());
    findings.putAll(result.found().figures());
    return new Fitted<>(
        result.factors().z().cols(),
        result.rmse(),
        result.ended(),
        result.trace().size(),
        findings,
        origin,
        from ->
            model(
                manifest(kind(), from, result, origin.options(), result.found().figures()),
                result));
  }

  /**
   * Returns the manifest of a model of {@code result}.
   *
   * @param kind of the model
   * @param from the software, the backend and the data of the fit
   * @param figures of the model, by name
   */
  public static Manifest manifest(
      ModelKind<?> kind,
      Provenance from,
      FactorFit.Result result,
      FitOptions options,
      Map<String, Double> figures) {
    return Manifest.of(
        kind.name(),
        from.software(),
        options,
        from.backend(),
        from.data(),
        result.factors().z().cols(),
        result.found().method(),
        result.rmse(),
        figures,
        result.ended(),
        result.trace(),
        result.seconds());
  }
}

package org.latentfeature.method;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.estimator.CodedRows;
import org.latentfeature.estimator.Coder;
import org.latentfeature.estimator.Estimator;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.estimator.Provenance;
import org.latentfeature.factor.FactorCoder;
import org.latentfeature.factor.FactorFit;
import org.latentfeature.factor.FactorModel;
import org.latentfeature.factor.LeastSquares;
import org.latentfeature.factor.PreparedData;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.metrics.Rmse;
import org.latentfeature.model.Manifest;

/** An estimator of factorisations; subclasses define only how the columns of Z are found. */
abstract class FactorEstimator<O extends FitOptions, M extends FactorModel>
    implements Estimator<O, M> {

  /** Finds K features at most. */
  abstract FactorFit.Found find(FactorFit fit, O options);

  /** The constraint on dictionaries. */
  LeastSquares leastSquares(O options) {
    return LeastSquares.FREE;
  }

  /** Bytes besides N×D prepared rows, their codes, and the refinement of these. */
  abstract long bytesBeside(Backend backend, int rows, int cols, O options);

  /** The model to save. */
  abstract M model(Manifest manifest, FactorFit.Result result);

  @Override
  public final long bytesNeeded(Backend backend, int rows, int cols, O options) {
    PreparedData.Need beside = (n, d) -> bytesBeside(backend, n, d, options);
    return FactorFit.bytesNeeded(backend, rows, cols, options.k(), leastSquares(options), beside);
  }

  @Override
  public final Fitted<M> fit(LoadedData data, O options, FitListener listener) {
    try {
      return fitted(
          FactorFit.run(
              data, options, leastSquares(options), listener, name(), fit -> find(fit, options)),
          options);
    } catch (UnfinishedFitException e) {
      throw e.map(FactorFit.Result.class, result -> fitted(result, options));
    }
  }

  private Fitted<M> fitted(FactorFit.Result result, O options) {
    Map<String, @Nullable Object> findings = new LinkedHashMap<>();
    findings.put("method", result.found().method());
    findings.putAll(result.found().figures());
    return new Fitted<>(
        result.factors().z().cols(),
        result.rmse(),
        result.ended(),
        result.trace().size(),
        findings,
        from -> model(manifest(from, result, options), result));
  }

  private Manifest manifest(Provenance from, FactorFit.Result result, O options) {
    return Manifest.of(
        kind().name(),
        from.software(),
        options,
        from.backend(),
        from.data(),
        result.factors().z().cols(),
        result.found().method(),
        result.rmse(),
        result.found().figures(),
        result.ended(),
        result.trace(),
        result.seconds());
  }

  @Override
  public final Coder coder(Backend backend, M model, long seed) {
    return coderOf(backend, model, seed);
  }

  /** Codes of rows by any model that is a factorisation. */
  static Coder coderOf(Backend backend, FactorModel model, long seed) {
    return (x, listener) -> {
      listener.onWork("coding rows", 0, 0);
      BinaryMatrix z = FactorCoder.encode(backend, x, model.w(), seed);
      return CodedRows.binary(z, Rmse.noisy(x, z, model.w()));
    };
  }
}

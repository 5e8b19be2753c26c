package org.latentfeature.fit.scale;

import java.util.Set;
import java.util.TreeSet;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.fit.model.Manifest;

/**
 * An estimator whose fit of some rows can be extended to others: given W, the code of each row is a
 * matter of that row alone. W has K·D entries, and needs only as many rows as determine it.
 */
public interface Extendable<O extends FitOptions, M extends FactorModel> extends Samplable<O, M> {

  /**
   * Returns whether such fits can be extended: to rows that weigh the same, by the plain squared
   * error, from no start.
   */
  default boolean isExtendable(FitRequest<O, M> request) {
    return request.weights().isNone() && request.start() == null;
  }

  /** The constraint on dictionaries. */
  default LeastSquares leastSquares(O options) {
    return LeastSquares.FREE;
  }

  /**
   * Returns whether the dictionary of a model is the least-squares one of its codes, so that ZᵀX =
   * ZᵀZ W is known without X.
   */
  default boolean isLeastSquares() {
    return true;
  }

  /**
   * {@code sample} with the codes of all rows.
   *
   * @param sample the model of a sample of them
   * @param z incidence of all rows, N×K
   * @param w dictionary refined on all rows, K×D
   */
  M extended(M sample, Manifest manifest, BinaryMatrix z, Dense w);

  /** Rows with missing entries are all fitted, unless a size is given. */
  @Override
  default boolean isSampled(Rows x, FitRequest<O, M> request) {
    SampleSize size = request.sample();
    return isExtendable(request)
        && size.isSample(x, request.options().k())
        && (!size.equals(SampleSize.AUTO) || x.facts().missing() == 0);
  }

  @Override
  default long bytesNeeded(Backend backend, Rows x, FitRequest<O, M> request) {
    if (x.isSparse() && !request.accepts(Accepts.SPARSE)) {
      return Samplable.super.bytesNeeded(backend, x, request);
    }
    Backend steps = x.isSparse() ? backend.sparse() : backend;
    return isSampled(x, request)
        ? SampledFit.bytesNeeded(
            backend, x, request, rows -> bytesNeeded(steps, rows, x.cols(), request))
        : Samplable.super.bytesNeeded(backend, x, request);
  }

  @Override
  default Fitted<M> fitSample(AllRows x, Backend backend, FitRequest<O, M> request) {
    request.sample().requireSample(request.options().k());
    requireExtendable(request);
    return new SampledFit<>(this, request, x, backend).run();
  }

  /** A sample that is asked for is taken, or refused. */
  @Override
  default Fitted<M> fit(LoadedData data, FitRequest<O, M> request) {
    SampleSize.Kind kind = request.sample().kind();
    if (kind == SampleSize.Kind.GIVEN || kind == SampleSize.Kind.GROWING) {
      requireExtendable(request);
    }
    return Samplable.super.fit(data, request);
  }

  private void requireExtendable(FitRequest<O, M> request) {
    if (isExtendable(request)) {
      return;
    }
    Set<String> wrong = new TreeSet<>(unsampled());
    wrong.retainAll(request.options().words().keySet());
    if (wrong.isEmpty()) {
      wrong.add(request.start() == null ? "the weights" : "the start");
    }
    throw new IllegalArgumentException(
        "a fit of %s by a sample minimises the plain squared error of all rows; drop %s"
            .formatted(name(), String.join(" and ", wrong)));
  }
}

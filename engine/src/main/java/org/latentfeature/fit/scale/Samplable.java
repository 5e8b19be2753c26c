package org.latentfeature.fit.scale;

import java.util.Set;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.model.Model;

/**
 * An estimator that can fit a sample of the rows of large data, and go on from there to all of
 * them.
 */
public interface Samplable<O extends FitOptions, M extends Model> extends Estimator<O, M> {

  /** Returns whether a fit of {@code x} takes a sample. */
  boolean isSampled(Rows x, FitRequest<O, M> request);

  /**
   * The options that no fit by a sample has.
   *
   * @return their names
   */
  default Set<String> unsampled() {
    return Set.of();
  }

  /** Returns whether a sample, and all rows after it, may have missing entries (NaN). */
  default boolean samplesMissing() {
    return false;
  }

  @Override
  default Fitted<M> fit(LoadedData data, FitRequest<O, M> request) {
    return isSampled(data.source(), request)
        ? fitSample(AllRows.of(data), data.backend(), request)
        : fitAll(data, request);
  }

  /** Fits all rows of {@code data}; see {@link Estimator#fit(LoadedData, FitRequest)}. */
  Fitted<M> fitAll(LoadedData data, FitRequest<O, M> request);

  /**
   * Fits a sample of rows that are anywhere, and extends the fit to all of them.
   *
   * @param x all rows
   * @param backend that fits the sample
   * @return a model of all rows; codes, if it has any, are those of the {@link AllRows#kept} ones
   * @throws IllegalArgumentException if there are fewer rows than features, or such a fit cannot be
   *     extended from a sample to all rows
   */
  Fitted<M> fitSample(AllRows x, Backend backend, FitRequest<O, M> request);
}

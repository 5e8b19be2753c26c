package org.latentfeature.scale;

import java.util.Set;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Rows;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.estimator.ForwardingEstimator;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.model.Model;

/**
 * An estimator that fits a sample of the rows of large data, and goes on from there to all. Its
 * {@link #estimator} fits the sample, and all rows where no sample is taken; bytes and work are
 * those of all rows, which are the most.
 */
public interface BySample<O extends FitOptions, M extends Model> extends ForwardingEstimator<O, M> {

  /** Rows of the sample. */
  SampleSize size();

  @Override
  default boolean allowsFiles(O options) {
    return !size().equals(SampleSize.ALL) || estimator().allowsFiles(options);
  }

  @Override
  default Fitted<M> fit(LoadedData data, O options, FitListener listener) {
    return isSampled(data.source(), options)
        ? fit(AllRows.of(data), data.backend(), options, listener, Checkpoints.none())
        : estimator().fit(data, options, listener);
  }

  /** Returns whether a fit of {@code x} with these {@code options} takes a sample. */
  boolean isSampled(Rows x, O options);

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

  /**
   * Fits rows that are anywhere.
   *
   * @param x all rows
   * @param backend that fits the sample
   * @param options of the fit
   * @param listener receives every step, and may stop the fit
   * @param checkpoints where the fit leaves what it has, and goes on from
   * @return a model of all rows; codes, if it has any, are those of the {@link AllRows#kept} ones
   * @throws IllegalArgumentException if there are fewer rows than features, or such a fit cannot be
   *     extended from a sample to all rows
   */
  Fitted<M> fit(
      AllRows x, Backend backend, O options, FitListener listener, Checkpoints<M> checkpoints);
}

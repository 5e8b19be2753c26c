package org.latentfeature.estimator;

import java.util.Map;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.WorkListener;

/** Applies a fitted model to rows, new ones or those of the fit. One thread. */
public interface Coder {

  /**
   * Which features the rows of {@code x} (M×D) have, with what weights.
   *
   * @param x as the fit saw its data, see {@link org.latentfeature.model.Model#prepared}; NaN for a
   *     missing entry, if the estimator {@linkplain Estimator#allowsMissing allows} any
   * @param listener told how far it is
   * @throws org.latentfeature.data.DataException if a row has no known entry
   */
  CodedRows code(Matrix x, WorkListener listener);

  /**
   * How probable the model finds the rows of {@code x}, by name, {@code log_likelihood} first: the
   * mean over rows of the natural logarithm of their density. Empty if it says nothing of that.
   *
   * @param samples simulations, where there are any
   */
  default Map<String, Number> likelihood(Matrix x, int samples, WorkListener listener) {
    return Map.of();
  }
}

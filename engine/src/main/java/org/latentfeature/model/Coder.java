package org.latentfeature.model;

import java.util.Map;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.WorkListener;

/** Applies a fitted model to rows, new ones or those of the fit. One thread. */
public interface Coder {

  /** Name of the figure of {@link #likelihood} that stands first, if any does. */
  String LOG_LIKELIHOOD = "log_likelihood";

  /**
   * Which features the rows of {@code x} (M×D) have, with what weights.
   *
   * @param x as the fit saw its data, see {@link Model#prepared}; NaN for a missing entry, if the
   *     model allows any
   * @param listener told how far it is
   * @throws org.latentfeature.data.DataException if a row has no known entry
   */
  CodedRows code(Matrix x, WorkListener listener);

  /**
   * How probable the model finds the rows of {@code x}, by name, {@link #LOG_LIKELIHOOD} first: the
   * mean over rows of the natural logarithm of their density. Empty if it says nothing of that.
   *
   * @param samples simulations, where there are any
   */
  default Map<String, Number> likelihood(Matrix x, int samples, WorkListener listener) {
    return Map.of();
  }
}

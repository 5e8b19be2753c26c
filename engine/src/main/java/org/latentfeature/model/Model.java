package org.latentfeature.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.linalg.Dense;

/**
 * A fitted model of latent features and where it came from, whatever the estimator. Immutable by
 * agreement: matrices are not copied, and their owner must leave them as they are.
 */
public interface Model {

  /** How it was made. */
  Manifest manifest();

  /** Dictionary W, K×D: what each feature looks like. */
  Dense w();

  /**
   * How many rows of the fit have each of the K features; rounded, where that is an expectation.
   */
  long[] uses();

  /** Codes of the rows of the fit; null if it keeps none. */
  default @Nullable Codes codes() {
    return null;
  }

  /** {@code x} (M×D, as read) as the fit saw its data: standardised, if they were, or as it is. */
  default Matrix prepared(Matrix x) {
    return x;
  }

  /**
   * The model's arrays as entries of its file, by name, {@code W.npy} and the like, in the order in
   * which they stand there. A {@link ModelKind} makes the model from them again.
   */
  Map<String, AtomicFile.Content> arrays();
}

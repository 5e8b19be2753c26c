package org.latentfeature.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.linalg.Dense;

/**
 * A fitted model of latent features with its provenance, of any estimator. Treat as immutable:
 * matrices are not copied, and must not be changed.
 */
public interface Model {

  /** How it was made. */
  Manifest manifest();

  /** Dictionary W, K×D: what each feature looks like. */
  Dense w();

  /** Number of rows of the fit with each of the K features; an expectation is rounded. */
  long[] uses();

  /** Codes of the rows of the fit; null if the model stores none. */
  default @Nullable Codes codes() {
    return null;
  }

  /**
   * {@code x} (M×D, as read) prepared like the data of the fit: standardised, if they were, or
   * unchanged.
   */
  default Matrix prepared(Matrix x) {
    return x;
  }

  /**
   * The model's arrays as entries of its file, by name, such as {@code W.npy}, in the order of the
   * file. A {@link ModelKind} reads the model from them.
   */
  Map<String, AtomicFile.Content> arrays();
}

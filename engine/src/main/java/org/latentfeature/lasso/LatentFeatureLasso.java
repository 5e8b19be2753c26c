package org.latentfeature.lasso;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.Matrix;

/** The Latent Feature Lasso (Yen et al., ICML 2017), from a matrix to a factorisation. */
@SuppressWarnings("DoNotCallSuggester")
public final class LatentFeatureLasso {

  private final Backend backend;
  private final LassoOptions options;

  /** An estimator that runs its heavy steps on {@code backend}, which stays the caller's. */
  public LatentFeatureLasso(Backend backend, LassoOptions options) {
    this.backend = backend;
    this.options = options;
  }

  /**
   * Fits X ≈ Z W with K features.
   *
   * @param x N×D, finite, not all zero, N at least K
   */
  public FitResult fit(Matrix x, FitListener listener) {
    throw new UnsupportedOperationException("in the making: " + backend + options);
  }

  /** A factorisation for each K from 1 to {@code options.k()}. */
  public PathResult path(Matrix x, FitListener listener) {
    throw new UnsupportedOperationException("in the making");
  }
}

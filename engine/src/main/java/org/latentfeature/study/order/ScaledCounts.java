package org.latentfeature.study.order;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.lasso.variant.Views;

/**
 * Spectral counts of X with its columns in units of their noise: unequal noise of columns raises
 * both counts of X as it is.
 */
final class ScaledCounts {

  /** Factors of the first estimate of the noise; then as many as its centred count has. */
  private static final int FACTORS = 20;

  private static final int MAX_ROUNDS = 6;

  private ScaledCounts() {}

  /**
   * Returns the counts, if they agree on at most {@code most}.
   *
   * @param most maximum number of features
   * @param stop ends the estimates with an exception
   * @return null if the noise cannot be estimated or is about equal, or the counts do not agree
   */
  static @Nullable SpectralCounts of(LoadedData data, int most, StopSignal stop) {
    if (!(data.source() instanceof Matrix x) || !Views.areSearched(x)) {
      return null;
    }
    int factors = Math.min(FACTORS, Math.min(x.rows(), x.cols()) / 4);
    for (int round = 0; round < MAX_ROUNDS && factors > 0; round++) {
      Matrix scaled = Views.scaled(data.backend(), x, factors, stop);
      SpectralCounts counts = scaled == null ? null : counts(data, scaled, stop);
      if (counts == null || counts.centred() == null) {
        return null;
      }
      if (counts.centred() == factors) {
        return counts.agree() && counts.whole() <= most ? counts : null;
      }
      factors = counts.centred();
    }
    return null;
  }

  private static @Nullable SpectralCounts counts(LoadedData data, Matrix x, StopSignal stop) {
    try (LoadedData loaded = new LoadedData(data.backend(), x)) {
      return SpectralCounts.of(loaded, stop);
    }
  }
}

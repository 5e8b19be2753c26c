package org.latentfeature.study.order;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.lasso.variant.Views;

/**
 * Spectral counts of other views of X: outlying entries and unequal noise of columns raise both
 * counts of X as it is.
 */
final class ViewCounts {

  /** Factors of the first estimate of the noise; then as many as its centred count has. */
  private static final int FACTORS = 20;

  private static final int MAX_ROUNDS = 6;

  private final LoadedData data;
  private final int most;
  private final StopSignal stop;

  private ViewCounts(LoadedData data, int most, StopSignal stop) {
    this.data = data;
    this.most = most;
    this.stop = stop;
  }

  /**
   * The counts of one view.
   *
   * @param rule as {@link ChosenCount} names it
   * @param counts that agree
   */
  record Agreed(String rule, SpectralCounts counts) {}

  /**
   * Returns the first that agree on at most {@code most}: of X with columns in units of their
   * noise, outlying entries clipped if there are any, then as they are.
   *
   * @param most maximum number of features
   * @param stop ends the estimates with an exception
   * @return null if none agree
   */
  static @Nullable Agreed of(LoadedData data, int most, StopSignal stop) {
    if (!(data.source() instanceof Matrix x) || !Views.areSearched(x)) {
      return null;
    }
    ViewCounts views = new ViewCounts(data, most, stop);
    Matrix clipped = Views.clipped(x, stop);
    Agreed found =
        clipped == null
            ? null
            : views.agreed(ChosenCount.SCALED_CLIPPED, views.scaled(clipped, true));
    return found == null ? views.agreed(ChosenCount.SCALED, views.scaled(x, false)) : found;
  }

  private @Nullable Agreed agreed(String rule, @Nullable SpectralCounts counts) {
    return counts != null && counts.agree() && counts.whole() <= most
        ? new Agreed(rule, counts)
        : null;
  }

  /**
   * Null if the noise cannot be estimated or is not scaled, or no number of factors stays, or the
   * data do not determine the noise with so many.
   */
  private @Nullable SpectralCounts scaled(Matrix x, boolean isEqualToo) {
    int factors = Math.min(FACTORS, Math.min(x.rows(), x.cols()) / 4);
    for (int round = 0; round < MAX_ROUNDS && factors > 0; round++) {
      Views.Scaled scaled = Views.scaled(data.backend(), x, factors, isEqualToo, stop);
      SpectralCounts counts = scaled == null ? null : counts(scaled.x());
      if (scaled == null || counts == null || counts.centred() == null) {
        return counts;
      }
      if (counts.centred() == factors) {
        return scaled.isDetermined() ? counts : null;
      }
      factors = counts.centred();
    }
    return null;
  }

  private @Nullable SpectralCounts counts(Matrix x) {
    try (LoadedData loaded = new LoadedData(data.backend(), x)) {
      return SpectralCounts.of(loaded, stop);
    }
  }
}
